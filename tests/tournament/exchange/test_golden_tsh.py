"""Exporting tsh's archive and files before round 1, compared with files written by hand from the description."""

from pathlib import Path

import pytest

from tournament.actions.act import Refused
from tournament.actions.files.importing import import_event
from tournament.engine.interchange import UnreadableEvent
from tournament.engine.results import Outcome
from tournament.exchange.event_files import NamedFile, event_formats, player_lists_in, read_bundle
from tournament.exchange.upload import pack_files
from tournament.queries.files.interchange import portable_event

FOLDER = Path(__file__).resolve().parents[3] / "fixtures" / "formats" / "tsh"
FRESH = tuple(
    NamedFile(name, (FOLDER / "before-round-1" / name).read_bytes())
    for name in ("config.tsh", "a.t", "b.t")
)


def golden(name):
    return NamedFile(name, (FOLDER / name).read_bytes())


def test_tsh_archive_is_read_with_its_configuration_at_the_top():
    event = read_bundle([golden("spring-one-day.tsh")])
    assert (event.name, event.date, event.rating_system) == (
        "Spring One-Day", "2025-01-04", "naspa",
    )  # fmt: skip
    assert (event.naspa_tournament_id, event.naspa_director_id) == ("1234", "AA012345")
    assert [
        (d.name, len(d.entrants), len(d.rounds), d.rounds_planned) for d in event.divisions
    ] == [("A", 4, 3, 3), ("B", 3, 3, 3)]
    novices = event.divisions[1]
    assert [
        (m.outcome, novices.name_of(m.first), m.first_score)
        for round_ in novices.rounds
        for m in round_.meetings
        if m.is_alone
    ] == [
        (Outcome.BYE, "Hal Gum", 50),
        (Outcome.BYE, "Fay Elm", 50),
        (Outcome.FIRST_FORFEITS, "Gus Fir", -50),
    ]
    assert [remark for remark in event.remarks if not remark.unused] == []


def test_tsh_archive_is_written_in_the_layout_of_tsh():
    file = golden("spring-one-day.tsh")
    (written,) = event_formats()["tsh_archive"].write(read_bundle([file]))
    assert written.name == "spring-one-day.tsh"
    assert written.content.decode() == file.content.decode()


@pytest.mark.django_db
def test_tsh_archive_survives_an_imported_event_unchanged(desk):
    file = golden("spring-one-day.tsh")
    event = import_event(desk, read_bundle([file]), preset="naspa_nwl")
    assert (event.naspa_tournament_id, event.naspa_director_id) == ("1234", "AA012345")
    event.naspa_tournament_id = "1240"
    event.save()
    (written,) = event_formats()["tsh_archive"].write(portable_event(event))
    changed = file.content.decode().replace("= 1234", "= 1240")
    assert [line for line in written.content.decode().splitlines() if line not in changed] == [
        "config bye_spread = 50", "config gibson_spread = [1000]",
    ]  # fmt: skip
    assert [line for line in changed.splitlines() if line not in written.content.decode()] == []


def test_attachment_in_an_archive_is_omitted_and_reported():
    event = read_bundle([golden("with-attachments.tsh")])
    assert [division.name for division in event.divisions] == ["A"]
    assert (
        "with-attachments.tsh, line 8: notes.html is not a division of the event. It is left out."
        in [str(remark) for remark in event.remarks]
    )


def test_configuration_between_old_markers_is_read_and_rewritten_without_them():
    event = read_bundle([golden("earlier-ninetimer.tsh")])
    assert (event.name, event.bye_spread) == ("Spring One-Day", 50)
    (written,) = event_formats()["tsh_archive"].write(event)
    assert written.content.startswith(b"# tsh archive file\ndivision A a.t\n")
    assert b"name=config.tsh" not in written.content


def test_error_at_the_top_of_an_archive_is_named_with_its_line():
    text = golden("spring-one-day.tsh").content.replace(b"max_rounds = 3", b'max_rounds = "many"')
    event = read_bundle([NamedFile("x.tsh", text)])
    assert any(
        str(remark).startswith("x.tsh, line 6: max_rounds is “many”") for remark in event.remarks
    )


def test_archive_without_a_configuration_names_the_missing_line():
    text = b"#begin_file name=a.t\nAlder, Bo 1620\n#end_file name=a.t\n"
    with pytest.raises(UnreadableEvent, match=r"no line such as “division A a\.t” above"):
        read_bundle([NamedFile("x.tsh", text)])


def test_lines_before_round_1_are_players_without_rounds():
    event = read_bundle(FRESH)
    assert [(d.name, d.rounds, len(d.entrants)) for d in event.divisions] == [
        ("A", (), 4), ("B", (), 3),
    ]  # fmt: skip
    assert [(e.name, e.rating) for e in event.divisions[1].entrants] == [
        ("Fay Elm", None), ("Gus Fir", 820), ("Hal Gum", 790),
    ]  # fmt: skip
    assert event.obstacles == ()


def test_opponent_without_a_semicolon_is_a_truncated_line():
    event = read_bundle([NamedFile("a.t", b"Alder, Bo  1620 2\nBirch, Cleo  1540 1; 388\n")])
    assert str(event.obstacles[0]).startswith(
        "a.t, line 1: “Alder, Bo 1620 2” is not the line of a player"
    )


@pytest.mark.django_db
def test_ambiguous_date_must_be_chosen(desk):
    event = read_bundle(FRESH)
    assert (event.date, event.date_choices) == ("", ("2025-01-04", "2025-04-01"))
    with pytest.raises(
        Refused,
        match=("2025-01-04 or 2025-04-01: the file does not say which number is the day"),
    ):
        import_event(desk, event)
    assert import_event(desk, event, day="2025-04-01").date.isoformat() == "2025-04-01"


def test_files_before_round_1_are_lists_of_players():
    assert [len(d.entrants) for d in player_lists_in(pack_files(FRESH, "spring"))] == [4, 3]
    assert [len(d.entrants) for d in player_lists_in(FRESH[1])] == [4]
    assert player_lists_in(golden("spring-one-day.tsh")) == ()
    assert player_lists_in(NamedFile("players.csv", b"Name,Rating\nAna,1500\n")) == ()
