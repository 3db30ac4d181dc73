"""The plan of an event: merging lines, reading and writing sources, refusals."""

import pytest

from tests.tournament.engine.pairing.refusals import refused
from tournament.engine.pairing.event_plan import (
    ONE_EARLIER,
    PREVIOUS,
    SEEDS,
    NoSuchSource,
    PlannedRounds,
    StandingsSource,
    add_rounds,
    planned_rounds_for,
    planning_obstacles,
    remove_rounds,
)
from tournament.wording.sentences import sentences

WHOLE = (
    PlannedRounds(1, 3, "initial_fontes", source=SEEDS),
    PlannedRounds(4, 10, "swiss"),
    PlannedRounds(11, 11, "factor", {"factor": 3}),
    PlannedRounds(12, 12, "king_of_the_hill"),
)


def spans(plan):
    return [(line.from_round, line.to_round, line.method) for line in plan]


@pytest.mark.parametrize(
    ("words", "source"),
    [
        ("previous", PREVIOUS),
        ("one earlier", ONE_EARLIER),
        ("3 earlier", StandingsSource(4)),
        ("Round 7", StandingsSource(fixed_round=7)),
        ("round 0", SEEDS),
        ("seeds", SEEDS),
    ],
)
def test_source_round_trips_through_words(words, source):
    assert StandingsSource.parse(words) == source
    assert StandingsSource.parse(str(source)) == source


@pytest.mark.parametrize("words", ["", "next", "0 earlier", "round -1", "round 1000"])
def test_words_that_name_no_round_are_refused(words):
    with refused("is not a source of standings", NoSuchSource):
        StandingsSource.parse(words)


@pytest.mark.parametrize(
    ("source", "number", "after"),
    [(PREVIOUS, 5, 4), (ONE_EARLIER, 5, 3), (ONE_EARLIER, 1, 0), (SEEDS, 9, 0)],
)
def test_source_names_the_round_whose_standings_are_used(source, number, after):
    assert source.source_round_for(number) == after


def test_every_round_finds_its_line_unless_it_was_removed():
    assert planned_rounds_for(WHOLE, 4).method == planned_rounds_for(WHOLE, 10).method == "swiss"
    assert planned_rounds_for(WHOLE, 12).method == "king_of_the_hill"
    assert planned_rounds_for(WHOLE, 13) is None
    assert spans(remove_rounds(WHOLE, 4, 12)) == [(1, 3, "initial_fontes")]
    assert planned_rounds_for(remove_rounds(WHOLE, 5, 5), 5) is None


def test_new_line_takes_its_rounds_from_the_others():
    changed = add_rounds(WHOLE, PlannedRounds(6, 7, "random"))
    assert spans(changed) == [
        (1, 3, "initial_fontes"),
        (4, 5, "swiss"),
        (6, 7, "random"),
        (8, 10, "swiss"),
        (11, 11, "factor"),
        (12, 12, "king_of_the_hill"),
    ]
    changed = add_rounds(WHOLE, PlannedRounds(3, 11, "swiss"))
    assert spans(changed) == [
        (1, 2, "initial_fontes"),
        (3, 11, "swiss"),
        (12, 12, "king_of_the_hill"),
    ]


def test_impossible_line_is_refused_with_every_reason():
    line = PlannedRounds(2, 14, "swiss", source=StandingsSource(fixed_round=2))
    assert sentences(planning_obstacles(line, 4, 12), {}) == (
        "Round 3 is already published. Plan round 4 and later rounds.",
        (
            "The division has 12 rounds, so round 14 cannot be planned. "
            "Change the number of rounds first."
        ),
        "Round 2 cannot be paired on the standings after round 2. Choose an earlier round.",
    )
    backwards = PlannedRounds(5, 4, "swiss")
    assert sentences(planning_obstacles(backwards, 1, None), {}) == (
        "Rounds 5 to 4 run backwards. Put the smaller number first.",
    )
    assert planning_obstacles(PlannedRounds(4, 12, "swiss"), 4, 12) == []


def test_table_keeps_its_field_and_first_round_once_begun():
    line = PlannedRounds(4, 6, "table", {"cycles": 2})
    names = ("cycles", "field", "start_round", "rounds")
    begun = {"cycles": 2, "start_round": 4, "rounds": 3, "field": [3, 1, 2]}
    assert line.options_for(names, (3, 1, 2)) == begun
    assert line.options_for(names, (3, 1, 2, 9), {"field": [3, 1, 2]})["field"] == [3, 1, 2]
    assert line.options_for(("cycles",), (3, 1, 2)) == {"cycles": 2}
