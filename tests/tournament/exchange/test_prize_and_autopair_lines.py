"""Prizes and plans in tsh's configuration: round trip, and dropped when outdated."""

import pytest

from tournament.engine.interchange import (
    PortableDivision,
    PortableEntrant,
    PortableEvent,
    PortablePrize,
)
from tournament.engine.pairing.event_plan import ONE_EARLIER, SEEDS, PlannedRounds, StandingsSource
from tournament.exchange.event_files import event_formats, read_bundle

PLAN = (
    PlannedRounds(1, 1, "swiss", {"repeats": 0}),
    PlannedRounds(2, 2, "swiss", {"repeats": 1}),
    PlannedRounds(3, 3, "swiss", {"repeats": 1}, SEEDS),
    PlannedRounds(4, 4, "swiss", {"repeats": 2}, ONE_EARLIER),
    PlannedRounds(5, 5, "king_of_the_hill", {"repeats": 3}),
    PlannedRounds(6, 6, "queen_of_the_hill", {"repeats": 3}, StandingsSource(fixed_round=2)),
)
PRIZES = (
    PortablePrize("place", 1, "$200"),
    PortablePrize("place", 2, "€ 50 and a trophy"),
    PortablePrize("high_win", 1, "x=1 'book'"),
)


def event(**changes):
    people = (PortableEntrant(1, "Ana Lopez"), PortableEntrant(2, "Ben Okafor"))
    return PortableEvent(
        "Spring Open", (PortableDivision("A", people, rounds_planned=6, **changes),)
    )


@pytest.mark.parametrize("key", ["tsh_config", "tsh_archive"])
def test_plan_and_prizes_round_trip(key):
    harbour_event = event(plan=PLAN, prizes=PRIZES)
    assert event_formats()[key].detail_messages(harbour_event) == []
    back = read_bundle(event_formats()[key].write(harbour_event)).divisions[0]
    assert (back.plan, back.prizes) == (PLAN, PRIZES)


def test_lines_follow_the_format():
    (config, _) = event_formats()["tsh_config"].write(event(plan=PLAN[1:3], prizes=PRIZES))
    assert config.content.decode().splitlines()[-5:] == [
        "prize rank 1 A $200",
        "prize rank 2 A '€ 50 and a trophy'",
        "prize highwin 1 A 'x=1 'book''",
        "autopair A 1 2 ns 1 1 A",
        "autopair A 0 3 ns 1 0 A",
    ]
