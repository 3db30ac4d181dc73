"""Hand-written files in the layouts of other programs, with a note for every supported form."""

from pathlib import Path

import pytest

from tournament.engine.interchange import PlayoffGame, PortableMeeting
from tournament.engine.result_table import proposed_columns, read_result_rows
from tournament.engine.results import Outcome
from tournament.exchange.event_files import NamedFile, event_formats, read_bundle
from tournament.exchange.result_tables import results_table_in

FORMATS = Path(__file__).resolve().parents[3] / "fixtures" / "formats"


def golden(path):
    file = FORMATS / path
    return NamedFile(file.name, file.read_bytes())


def test_every_folder_has_a_note_that_names_its_files():
    folders = [folder for folder in sorted(FORMATS.iterdir()) if folder.is_dir()]
    assert len(folders) >= 7
    for folder in folders:
        note = (folder / "README.md").read_text()
        files = {file.name for file in folder.iterdir()} - {"README.md"}
        assert {name for name in files if name not in note} == set(), folder.name
        assert f"`{folder.name}/`" in (FORMATS / "README.md").read_text()


def test_tou_round_trip_is_byte_identical():
    file = golden("aupair/spring-open.TOU")
    event = read_bundle([file])
    (division,) = event.divisions
    assert [entrant.name for entrant in division.entrants] == [
        "Ana Lopez", "DC Deal 1", "José Aydin", "4 Aces",
    ]  # fmt: skip
    assert division.rounds[0].meeting_of(1) == PortableMeeting(1, 2, 412, 380)
    assert division.rounds[2].meeting_of(4).outcome == Outcome.FIRST_FORFEITS
    (written,) = event_formats()["tou"].write(event)
    assert written.content == file.content


def test_coco_list_is_read_with_its_final_apart():
    (division,) = read_bundle([golden("coco/results.csv")]).divisions
    assert [len(round_.meetings) for round_ in division.rounds] == [2, 2]
    assert division.playoffs == (PlayoffGame("Final", 1, 3, 450, 300),)


def test_typical_coco_list_is_a_table_with_an_odd_row():
    rows = results_table_in(golden("coco/in-the-wild.tsv"))
    read = read_result_rows(rows, proposed_columns(rows))
    assert [(row.number, row.round, row.label, row.problem is None) for row in read] == [
        (2, 1, "", True), (3, 0, "", False), (4, 0, "1", True),
    ]  # fmt: skip


def test_reformatted_tourney_js_is_read():
    event = read_bundle([golden("tourney_js/reformatted.js")])
    (division,) = event.divisions
    assert (event.name, event.date, division.rounds_planned) == ("Spring One-Day", "2025-01-04", 2)
    assert [entrant.name for entrant in division.entrants] == ["Bo Alder", "Cleo O'Birch"]
    assert division.rounds[0].meetings == (PortableMeeting(1, 2, 401, 388, board=1),)


@pytest.mark.parametrize("key", ["tou", "tsh_archive", "tourney_js", "coco_csv", "woogles"])
def test_every_foreign_format_has_a_golden_file(key):
    files = [file for file in FORMATS.rglob("*") if file.is_file() and file.suffix != ".md"]
    kind = event_formats()[key]
    assert [f.name for f in files if kind.recognises(NamedFile(f.name, f.read_bytes()))] != []
