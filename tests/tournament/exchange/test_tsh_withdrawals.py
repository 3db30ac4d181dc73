"""Withdrawals in tsh's files: programs append zeros, so the first zero marks the round."""

import pytest

from tournament.actions.files.importing import import_event
from tournament.actions.people.withdrawals import return_entry
from tournament.exchange.event_files import NamedFile, event_formats, read_bundle
from tournament.queries.files.interchange import portable_event
from tournament.queries.people.entries import division_field
from tournament.queries.results.division_games import division_games

pytestmark = pytest.mark.full

GONE = """\
Lopez, Ana 1800 2 3 4; 400 410 420
Okafor, Ben 1700 1 4 0; 300 310 0; off 0
Stone, Eve 1600 4 1 0; 350 300 -50; off -50
Jones, Dai 1500 3 2 1; 330 300 310
Cox, Jon 900 0 0 0; 0 0 0; off 0
"""


@pytest.mark.django_db
def test_withdrawal_starts_at_trailing_zeros_and_the_file_round_trips(desk, director_client):
    """A later forfeit counts as taking part; a player without a game withdrew before round 1."""
    read = read_bundle([NamedFile("a.t", GONE.encode())])
    division = import_event(desk, read, name="Gone").divisions.get()
    (written,) = [
        item
        for item in event_formats()["tsh_t"].write(portable_event(division.event))
        if item.name.endswith(".t")
    ]
    assert written.content.decode().split("\n")[1].startswith("Okafor, Ben")
    assert " 1 4 0; 300 310 0" in written.content.decode()
    assert " 0 0 0; 0 0 0" in written.content.decode()
    people = {person.name: person for person in division_field(division).people}
    assert {name: person.left_after for name, person in people.items()} == {
        "Ana Lopez": None,
        "Ben Okafor": 2,
        "Eve Stone": 3,
        "Dai Jones": None,
        "Jon Cox": 0,
    }
    assert [entry.left_after for entry in division.entries.all()] == [None, 2, 3, None, 0]
    assert [item.left_after for item in division_games(division).people] == [None, 2, 3, None, 0]
    assert people["Ben Okafor"].withdrawn_after == 3  # the ranks of the file depend on it
    page = " ".join(director_client.get("/events/gone/a/").content.decode().split())
    assert "withdrawn after round 2" in page
    assert "withdrawn before round 1" in page
    assert (
        "ithdrawn after round 2"
        in director_client.get("/events/gone/a/players/2/").content.decode()
    )
    entry = division.entries.get(number=2)
    return_entry(desk, entry)
    entry.refresh_from_db()
    assert entry.left_after is None
    entry.withdrawn_after = 4
    assert entry.left_after == 4
