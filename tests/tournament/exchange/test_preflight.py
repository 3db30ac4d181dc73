"""Boards without a result are listed before an incomplete file is written."""

from tournament.engine.interchange import (
    PortableDivision,
    PortableEntrant,
    PortableEvent,
    PortableMeeting,
    PortableRound,
)
from tournament.exchange.preflight import missing_results


def test_round_with_many_unplayed_boards_gets_a_single_sentence():
    entrants = tuple(PortableEntrant(number, f"P{number}") for number in range(1, 11))
    pairs = tuple(PortableMeeting(at, at + 1, board=at // 2 + 1) for at in range(1, 11, 2))
    event = PortableEvent(
        "Open",
        (PortableDivision("A", entrants, (PortableRound(1, pairs[:3]), PortableRound(2, pairs))),),
    )
    assert list(missing_results(event)) == [
        "Round 1: board 1, P1 and P2 have no result.",
        "Round 1: board 2, P3 and P4 have no result.",
        "Round 1: board 3, P5 and P6 have no result.",
        (
            "Round 2: 5 boards have no result: board 1, P1 and P2; board 2, P3 and P4; board 3, P5 "
            "and P6; and boards 4, 5."
        ),
    ]
