"""Data that opponents and scores cannot express is exported in our own tag and survives a round trip."""

from dataclasses import replace

import pytest

from tournament.engine.interchange import (
    PortableDivision,
    PortableEntrant,
    PortableEvent,
    PortableMeeting,
    PortableRound,
)
from tournament.engine.results import Outcome
from tournament.engine.round_assembly import sort_by_board
from tournament.exchange.event_files import event_formats, read_bundle

PLAYERS = tuple(
    PortableEntrant(number, name, f"{name.split()[1]}, {name.split()[0]}", rating=1500 - number)
    for number, name in enumerate(("Ana Lopez", "Ben Okafor", "Cem Aydin", "Dai Jones"), 1)
)
FORMATS = ("tsh_t", "tsh_config", "tsh_archive", "tourney_js")


def event(*meetings):
    """Return division A with these meetings in its rounds; the others play number 4 or have a bye."""
    rounds = []
    for number, harbour_event in enumerate(meetings, 1):
        seats = {seat for meeting in harbour_event for seat in (meeting.first, meeting.second)}
        rest = [item.number for item in PLAYERS if item.number not in seats]
        if len(rest) == 2:
            harbour_event = (*harbour_event, PortableMeeting(rest[0], rest[1], 400, 380, board=9))
        rounds.append(PortableRound(number, tuple(sort_by_board(harbour_event))))
    return PortableEvent(
        "Spring Open", (PortableDivision("A", PLAYERS, tuple(rounds), rounds_planned=8),)
    )


def again(key, harbour_event):
    return read_bundle(event_formats()[key].write(harbour_event)).divisions[0].rounds


@pytest.mark.parametrize("key", FORMATS)
@pytest.mark.parametrize(
    "meeting",
    [
        PortableMeeting(2, 1, 420, 380, Outcome.SECOND_WINS, board=3),
        PortableMeeting(1, 2, 400, 400, Outcome.FIRST_WINS, board=3),
        PortableMeeting(2, 1, -45, 0, board=3, spread_only=True),
        PortableMeeting(2, 1, 45, 0, Outcome.SECOND_WINS, board=3, spread_only=True),
        PortableMeeting(2, 1, 50, -50, Outcome.SECOND_FORFEITS, board=3),
        PortableMeeting(1, 2, -50, 50, Outcome.FIRST_FORFEITS, board=3),
        PortableMeeting(1, 2, 0, 0, Outcome.FIRST_FORFEITS, board=3),
        PortableMeeting(2, 1, -100, -100, Outcome.BOTH_FORFEIT, board=3),
        PortableMeeting(2, 1, 0, 0, Outcome.VOID, board=3),
        PortableMeeting(1, 2, 0, 0, Outcome.VOID, firsts_known=False),
    ],
    ids=lambda meeting: f"{meeting.outcome}{meeting.first_score}",
)
def test_every_outcome_of_a_pairing_round_trips(key, meeting):
    harbour_event = event((PortableMeeting(1, 2, 401, 399, board=1),), (meeting,))
    assert again(key, harbour_event) == harbour_event.divisions[0].rounds


@pytest.mark.parametrize("key", FORMATS)
@pytest.mark.parametrize(
    "outcome", [Outcome.BYE, Outcome.HALF_BYE, Outcome.FIRST_FORFEITS, Outcome.VOID]
)
def test_scoreless_bye_and_forfeit_keep_their_outcomes(key, outcome):
    alone = (PortableMeeting(1, 0, 0, 0, outcome), PortableMeeting(4, 0, 50, 0, Outcome.BYE))
    harbour_event = event((*alone, PortableMeeting(2, 3, 400, 380, board=1)))
    outcomes = {m.first: m.outcome for m in again(key, harbour_event)[0].meetings if m.is_alone}
    assert outcomes == {1: outcome, 4: Outcome.BYE}


def test_own_tag_is_written_for_the_entry_concerned_and_not_preserved():
    harbour_event = event((PortableMeeting(2, 1, 50, -50, Outcome.SECOND_FORFEITS, board=3),))
    (sent,) = event_formats()["tsh_t"].write(harbour_event)
    lines = sent.content.decode().splitlines()
    assert [line.partition("ninetimer ")[2] for line in lines] == ["1f2@3", "1a1@3+", "", ""]
    back = read_bundle([sent])
    assert "ninetimer" not in str([item.extras for item in back.divisions[0].entrants])
    corrected = replace(
        back.divisions[0],
        rounds=(
            PortableRound(
                1, (PortableMeeting(2, 1, 400, 390, board=3), PortableMeeting(3, 4, 1, 2, board=9))
            ),
        ),
    )
    (sent,) = event_formats()["tsh_t"].write(replace(back, divisions=(corrected,)))
    assert b"ninetimer" not in sent.content
