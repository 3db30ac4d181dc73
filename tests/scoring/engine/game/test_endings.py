"""The end of a game: racks, overtime, ties, and missing end lines that are completed."""

from dataclasses import replace

import pytest

from scoring import catalogue
from scoring.engine.game.endings import overtime_points, rack_points
from scoring.engine.game.outcome import decide_outcome, seats_lost_on_time
from scoring.engine.rules.rulesets import RackSettlement, TieRule
from tests.scoring.engine.positions import (
    ENGLISH,
    NWL,
    adjusts,
    exchanges,
    game,
    holds,
    overtime,
    passes,
    plays,
    receives,
    rows,
    table,
    withdraws,
)

ENDINGS = table("endings.toml")["endings"]
OVERTIME = rows("overtime.csv")
HASBRO = catalogue.rule_set("box_hasbro")
FORMS = [(case, form) for case in ENDINGS for form in ("transfer", "double") if form in case]


def worth(rack: str) -> int:
    return sum(ENGLISH.points[tile] for tile in rack)


def recorded(case: dict, form: str) -> list:
    """Return the end of the game as on a sheet, after adjustments in place of the plays."""
    turns = [adjusts(seat, total) for seat, total in enumerate(case["before"])]
    out, racks = case.get("out"), case["racks"]
    if out is not None:
        turns.append(receives(out, "".join(racks)))
    if out is None or form == "transfer":
        turns += [holds(seat, rack) for seat, rack in enumerate(racks) if seat != out]
    charged = enumerate(case.get("overtime", []))
    return turns + [overtime(seat, points) for seat, points in charged if points]


def by_form(form: str, tie: TieRule = TieRule.HALF):
    return replace(HASBRO, out_form=RackSettlement(form), tie_rule=tie)


@pytest.mark.parametrize(("case", "form"), FORMS, ids=lambda item: str(item)[:40])
def test_rack_points_and_the_recorded_end_match_the_table(case, form):
    worths = [worth(rack) for rack in case["racks"]]
    points = rack_points(RackSettlement(form), worths, case.get("out"))
    charged = case.get("overtime", [0] * len(points))
    rows = zip(case["before"], points, charged, strict=True)
    assert [before + amount - late for before, amount, late in rows] == case[form]
    played = game(recorded(case, form), by_form(form), players=len(case["before"]))
    assert played.has_ended
    assert list(played.finals) == list(played.running) == case[form]
    assert list(played.before_racks) == case["before"]  # overtime is charged after the racks


@pytest.mark.parametrize("case", [case for case in ENDINGS if "overtime" in case])
@pytest.mark.parametrize("form", ["transfer", "double"])
def test_overtime_is_accepted_before_between_or_after_rack_lines(case, form):
    *first, late = recorded(case, form)
    for place in range(2, len(first) + 1):
        played = game([*first[:place], late, *first[place:]], by_form(form))
        assert list(played.finals) == case[form]


@pytest.mark.parametrize("case", [case for case in ENDINGS if "box_winners" in case])
def test_box_rules_break_a_tie_by_the_score_before_racks(case):
    outcome = decide_outcome(case["transfer"], case["before"], TieRule.PRE_ADJUSTMENT)
    assert list(outcome.winners) == case["box_winners"]


@pytest.mark.parametrize("case", [case for case in ENDINGS if "half_winners" in case])
@pytest.mark.parametrize("form", ["transfer", "double"])
def test_tournament_rules_share_a_tie(case, form):
    outcome = decide_outcome(case[form], case["before"], TieRule.HALF)
    assert list(outcome.winners) == case["half_winners"]


@pytest.mark.parametrize("case", OVERTIME, ids=lambda case: case["seconds"])
def test_overtime_is_charged_for_every_started_minute(case):
    wespa = catalogue.rule_set("wespa")
    points = overtime_points(int(case["seconds"]), wespa)
    assert points == int(case["points"])
    assert bool(seats_lost_on_time(game([overtime(0, points)], wespa))) is (case["loses"] == "yes")
    assert not seats_lost_on_time(game([overtime(0, points)], NWL))


@pytest.mark.parametrize("form", list(RackSettlement))
def test_points_depending_on_an_unknown_rack_are_unknown(form):
    due = {RackSettlement.DOUBLE: (None, 0), RackSettlement.TRANSFER: (None, None)}[form]
    assert rack_points(form, [0, None], 0) == due
    assert rack_points(form, [None, 5], None) == (None, -5)


def test_total_of_all_racks_suffices_and_overtime_beyond_the_cap_loses_the_game():
    points = rack_points(RackSettlement.TRANSFER, [0, None, None], 0, left=12)
    assert points == (12, None, None)
    turns = [plays(0, "8G CAT"), overtime(0, 100), overtime(1, 110)]
    assert seats_lost_on_time(game(turns, "wespa")) == {1}
    assert seats_lost_on_time(game(turns, "absp")) == {1}
    assert seats_lost_on_time(game(turns, "naspa_nwl")) == frozenset()
    assert seats_lost_on_time(game([overtime(0, 60), overtime(0, 50)], "wespa")) == {0}


STUCK = [passes(0, "QVAEIOU"), passes(1, "IAEORTN")] * 3
RACK_LINE = holds(0, "QVAEIOU")
PHONY = [plays(1, "8G TEOR", rack="IAEORTN"), withdraws(1)]
AT_SIX_ZEROES = {
    "both lines": ([*STUCK, RACK_LINE, holds(1, "IAEORTN")], (-19, -7)),
    "one line, the other rack as last recorded": ([*STUCK, RACK_LINE], (-19, -7)),
    "no line": (STUCK, (-19, -7)),
    "a rack recorded in part stays unknown": (
        [passes(0, "QV"), passes(1, "IAEORTN")] * 3, (None, -7),
    ),
    "so does one after an exchange": (
        [*STUCK[:-1], exchanges(1, "IA", rack="IAEORTN")], (-19, None),
    ),
    "a play taken back leaves its rack known": ([*STUCK[:5], *PHONY], (-19, -7)),
    "an adjustment changes no rack": ([*STUCK, adjusts(1, -10)], (-19, -17)),
    "a minus line without a rack of its own is that player's": (
        [*STUCK, RACK_LINE._replace(rack=None, announced=-19)], (-19, -7),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", AT_SIX_ZEROES)
def test_known_rack_tiles_are_deducted_after_six_zeroes(name):
    turns, finals = AT_SIX_ZEROES[name]
    played = game(turns)
    assert played.finals == finals
    assert played.settlement.out is None
    if turns[-1] == RACK_LINE:
        assert played.running == [-19, 0]
