"""Prizes and plans in tsh's configuration: round trip, and dropped when outdated."""

from dataclasses import replace

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


def test_prizes_and_plans_beyond_the_format_are_announced_beforehand():
    harbour_event = event(
        plan=(PlannedRounds(1, 3, "round_robin"), *PLAN[4:]),
        prizes=(*PRIZES, PortablePrize("best_comeback", 1, "a pen")),
        omitted_prize_count=1,
    )
    assert event_formats()["tsh_config"].detail_messages(harbour_event) == [
        "Division A: the file cannot store 2 prizes because of their kind.",
        "Division A: the file cannot store the plan of 1–3 (round robin).",
    ]


def test_preserved_lines_stay_while_valid_and_are_dropped_when_outdated(harbour_event, write):
    (config, *_) = write("tsh_config", harbour_event)
    text = config.content.decode()
    assert text.count("prize ") == 1
    a, b = harbour_event.divisions
    later = replace(harbour_event, divisions=(replace(a, prizes=PRIZES[1:2]), b))
    now = write("tsh_config", later)[0].content.decode()
    assert now.splitlines()[-1] == "prize rank 2 a '€ 50 and a trophy'"
    assert [line for line in now.splitlines()[:-1] if line.startswith("prize ")] == []
