"""Hand-written files in the layouts of other programs, with a note for every supported form."""

from pathlib import Path

import pytest

from tournament.engine.result_table import proposed_columns, read_result_rows
from tournament.exchange.event_files import NamedFile, event_formats
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


def test_typical_coco_list_is_a_table_with_an_odd_row():
    rows = results_table_in(golden("coco/in-the-wild.tsv"))
    read = read_result_rows(rows, proposed_columns(rows))
    assert [(row.number, row.round, row.label, row.problem is None) for row in read] == [
        (2, 1, "", True), (3, 0, "", False), (4, 0, "1", True),
    ]  # fmt: skip


@pytest.mark.parametrize("key", ["tou", "tsh_archive", "tourney_js", "coco_csv", "woogles"])
def test_every_foreign_format_has_a_golden_file(key):
    files = [file for file in FORMATS.rglob("*") if file.is_file() and file.suffix != ".md"]
    kind = event_formats()[key]
    assert [f.name for f in files if kind.recognises(NamedFile(f.name, f.read_bytes()))] != []
