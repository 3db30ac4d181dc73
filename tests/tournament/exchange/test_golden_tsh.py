"""Exporting tsh's archive and files before round 1, compared with files written by hand from the description."""

from pathlib import Path

import pytest

from tournament.actions.act import Refused
from tournament.actions.files.importing import import_event
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


@pytest.mark.django_db
def test_ambiguous_date_must_be_chosen(desk):
    event = read_bundle(FRESH)
    assert (event.date, event.date_choices) == ("", ("2025-01-04", "2025-04-01"))
    with pytest.raises(
        Refused, match=("2025-01-04 or 2025-04-01: the file does not say which number is the day")
    ):
        import_event(desk, event)
    assert import_event(desk, event, day="2025-04-01").date.isoformat() == "2025-04-01"


def test_files_before_round_1_are_lists_of_players():
    assert [len(d.entrants) for d in player_lists_in(pack_files(FRESH, "spring"))] == [4, 3]
    assert [len(d.entrants) for d in player_lists_in(FRESH[1])] == [4]
    assert player_lists_in(golden("spring-one-day.tsh")) == ()
    assert player_lists_in(NamedFile("players.csv", b"Name,Rating\nAna,1500\n")) == ()
