"""Gibsonization: the standard worked example, prizes of equal value, classes and sentences."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournament.engine.pairing.situations import NAMED, apart, entrants
from tournament.engine.message import Message
from tournament.engine.pairing.byes import ByeChoice
from tournament.engine.pairing.field import PairingField
from tournament.engine.pairing.gibson import bye_for, gibsonized_entries, prize_message
from tournament.engine.pairing.reachable_places import ONLY_FIRST, ReachablePlaces
from tournament.engine.pairing.request import PairingRequest, PrizeBand, Record
from tournament.engine.results import Outcome, Result
from tournament.engine.standings.prospects import prospects
from tournament.engine.standings.ranking import RankedLine, Standings
from tournament.wording.sentences import sentences


def reachable(records, *, left=1, reach=1000, bands=ONLY_FIRST, classes=None):
    """Return the reachable places for records such as `9-2 +1500`, numbered from 1 in order."""
    read = {}
    for number, text in enumerate(records, start=1):
        record, spread = text.split()
        wins, losses = record.split("-")
        read[number] = Record(round(2 * float(wins)), round(2 * float(losses)), int(spread))
    return ReachablePlaces(tuple(read), read, left, reach, tuple(bands), classes or {})


def settled_by(*given, **more):
    """Return the settled numbers, and why, in the same order."""
    settled = gibsonized_entries(reachable(*given, **more))
    return [one.number for one in settled], sentences((one.why for one in settled), NAMED)


FIRST, SECOND = PrizeBand(1, 1), PrizeBand(2, 2)
FIRST_OF_B = PrizeBand(1, 1, "B")


@pytest.mark.parametrize(
    ("records", "left", "reach", "is_clinched"),
    [
        (["9-2 +1500", "8-3 +500"], 1, 1000, True),
        (["9-2 +1499", "8-3 +500"], 1, 1000, False),
        (["9-1 +2500", "7-3 +500"], 2, 2000, True),
        (["9-1 +2499", "7-3 +500"], 2, 2000, False),
        (["9-1 -400", "7-3 +500"], 1, 1000, True),  # more wins ahead than rounds left
        (["9-1 +9000", "8-2 +500"], 1, None, False),  # spread does not clinch here
        (["9-1 +9000", "7-3 +500"], 1, None, True),
        (["8.5-1.5 +700", "7-3 +500"], 1, 1000, True),  # one win and a half
        (["8-2 +700", "7.5-2.5 -500"], 1, 1000, False),  # half a win
    ],
)
def test_lead_is_clinched_by_wins_or_by_wins_and_spread(records, left, reach, is_clinched):
    numbers, _ = settled_by(records, left=left, reach=reach)
    assert numbers == ([1] if is_clinched else [])


def test_spread_allowance_is_counted_back_from_the_last_round():
    results = tuple(Result(round_, 1, 2, 900, 100) for round_ in (1, 2))
    request = PairingRequest(3, entrants(2), results, standing=(1, 2), rounds_total=4)
    for spread, reach in (((), None), ((500,), 1000), ((1000, 600), 1600), ((1000, 600, 1), 1600)):
        wanted = replace(request, gibson_spread=spread)
        assert ReachablePlaces.from_request(wanted).catch_up_spread == reach


PAIR = ["9-2 +900", "8-3 +400", "8-3 +300", "5-6 +100", "5-6 +50"]
APART = ["9-2 +900", "7-4 +400", "5-6 +100", "5-6 +50"]
IN_CLASS = ["9-2 +900", "8-3 +400", "5-6 +10", "4-7 +5", "3-8 -5", "2-9 -9"]
SETTLED = {
    "level on the first prize": (PAIR, {}, [], ()),
    "prizes of equal value count as one": (PAIR, {"bands": [PrizeBand(1, 3)]}, [1, 2, 3], None),
    "two of the three are equal": (PAIR, {"bands": [FIRST, PrizeBand(2, 3)]}, [], ()),
    "neither neighbour can change the lower prize": (
        APART, {"bands": [FIRST, SECOND, PrizeBand(3, 3)]}, [1, 2],
        (
            "Ann is gibsonized for 1st place: 2 wins ahead of Ben with 1 round left.",
            ("Ben is gibsonized for 2nd place: 2 wins ahead of Cleo and 2 wins behind Ann with "
             "1 round left."),
        ),
    ),
    "a deciding spread": (
        ["9-2 +1500", "8-3 +500"], {}, [1],
        (("Ann is gibsonized for 1st place: 1 win and 1000 spread ahead of Ben with 1 round "
          "left; 1000 spread cannot be made up in it."),),
    ),
    "within the class": (
        IN_CLASS, {"bands": [FIRST, FIRST_OF_B], "classes": {3: "B", 4: "A", 5: "B", 6: "B"}}, [3],
        ("Cleo is gibsonized for 1st place of class B: 2 wins ahead of Eve with 1 round left.",),
    ),
    "certain of more, so the class prize is the next's": (
        ["9-2 +10", "5-6 +5", "2-9 -5"],
        {"bands": [FIRST, FIRST_OF_B], "classes": {1: "B", 2: "B", 3: "B"}}, [1, 2], None,
    ),
    "only class prizes": (
        ["9-2 +900", "2-9 +400"], {"bands": [FIRST_OF_B], "classes": {2: "B"}}, [2], None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SETTLED)
def test_prizes_are_settled_with_an_explanation(name):
    records, more, numbers, why = SETTLED[name]
    settled, explained = settled_by(records, **more)
    assert settled == numbers
    if why is not None:
        assert explained == why


def test_settled_prizes_are_named_and_class_prizes_leave_no_place_of_the_division():
    more = {"bands": [FIRST, FIRST_OF_B], "classes": {1: "B", 2: "B", 3: "B"}}
    settled = gibsonized_entries(reachable(["9-2 +10", "5-6 +5", "2-9 -5"], **more))
    assert sentences((prize_message(clinched.band) for clinched in settled), NAMED) == (
        "1st place",
        "1st place of class B",
    )
    assert reachable(["9-2 +900"], bands=[FIRST_OF_B]).last_prize_place == 0


def test_entry_that_may_win_more_is_not_gibsonized_for_the_class_prize():
    more = {"bands": [FIRST, FIRST_OF_B], "classes": {2: "B", 4: "B"}}
    contending = reachable(["6-5 +10", "5-6 +5", "5-6 +0", "2-9 -5"], **more)
    assert gibsonized_entries(contending) == ()
    assert contending.can_win_prize(2)
    assert contending.can_win_class_prize(4)  # if Ben wins the division


RECORDS = st.lists(
    st.tuples(st.integers(0, 10), st.integers(-900, 900)), min_size=2, max_size=9
).map(lambda rows: sorted(rows, reverse=True))


@settings(max_examples=80, deadline=None)
@given(RECORDS, st.integers(1, 4), st.sampled_from([None, 100, 1000]))
def test_gibsonization_agrees_with_best_and_worst_places(rows, left, reach):
    records = {n: Record(wins, 10 - wins, spread) for n, (wins, spread) in enumerate(rows, 1)}
    bands = (PrizeBand(1, 1), PrizeBand(2, 3), PrizeBand(4, 4))
    running = ReachablePlaces(tuple(records), records, left, reach, bands)
    lines = tuple(
        RankedLine(n, False, n, r.half_wins, r.half_losses, 0, 5, r.spread, r.spread, ())
        for n, r in records.items()
    )
    table = Standings(5, ("wins", "losses", "spread"), lines)
    seen = prospects(table, dict.fromkeys(records, left), catch_up=[0] * left + [reach])
    for number, prospect in seen.items():
        assert running.best_place(number) <= prospect.best
        assert running.worst_place(number) >= prospect.worst
    for clinched in gibsonized_entries(running):
        assert clinched.band.first <= seen[clinched.number].best
        assert seen[clinched.number].worst <= clinched.band.last
    counted = {
        n: 1 + sum(not running.can_catch(n, other) for other in records if other != n)
        for n in records
    }
    assert {n: running.best_place(n) for n in records} == counted


def test_last_leftover_of_an_odd_number_has_the_bye_if_the_rest_can_pair():
    request = PairingRequest(1, entrants(7), standing=tuple(range(1, 8)))
    by_gibson = ByeChoice(3, (Message("bye_gibsonized"),))
    assert bye_for(PairingField(request), (1, 2, 3)) == by_gibson
    assert bye_for(PairingField(request), (1, 2)).number == 7
    lonely = replace(request, forbidden_pairs=apart(*((3, n) for n in range(1, 8) if n != 3)))
    # Any other bye leaves him without an opponent.
    assert bye_for(PairingField(lonely), (1, 2, 3)).number == 3
    only_with_one = apart(*((1, n) for n in range(2, 8) if n != 3))
    # Without 3, 1 has no opponent.
    lowest = ByeChoice(7, (Message("bye_lowest", byes=0),))
    field = PairingField(replace(request, forbidden_pairs=only_with_one))
    assert bye_for(field, (1, 2, 3)) == lowest
    had = replace(request, round=2, results=(Result(1, 3, 0, 50, 0, Outcome.BYE),))
    assert bye_for(PairingField(had), (1, 2, 3)).number != 3
