"""The likely slip on the line for the tiles left."""

import pytest

from scoring import catalogue
from scoring.engine.audit.audit import audit
from scoring.engine.audit.rack_slips import rack_slips
from scoring.engine.game.record import Record, Seat
from scoring.simulation import Habits, simulate_game
from scoring.wording.engine import sentences
from tests.scoring.engine.positions import ENGLISH, NWL, STANDARD, adjusts, holds, receives


def slips(tiles: str, correct: int, announced: int, *, doubled: bool) -> tuple[str, ...]:
    return sentences(rack_slips(tiles, correct, announced, ENGLISH, doubled=doubled))


@pytest.mark.parametrize(
    ("tiles", "correct", "announced", "sentences"),
    [
        ("QVE", 30, 15, ("The rack was counted once, not twice.",)),
        ("QVE", 30, 10, ("The Q (10) was left out.",)),
        ("QVE", 30, 22, ("The V (4) was left out.",)),
        ("QVE", 30, 50, ("The Q (10) was counted twice.",)),
        ("QVE", 30, 20, ("The Q (10) was counted once where the rack counts twice.",)),
        ("QVE", 30, -30, ("The points were taken off instead of added.",)),
        ("VEE", 12, 21, ("The digits of 12 were swapped.",)),
        ("QVX", 44, 45, ("Added wrong by 1.",)),
        ("QV?", 28, 38, ("The blank was counted 5; it counts nothing.", "Added wrong by 10.")),
        ("QVE", 30, 26, ("The V (4) was counted once where the rack counts twice.",)),
        ("QVE", 30, 34, ("E was counted 3 instead of 1.", "Added wrong by 2 before doubling.")),
        ("QVE", 30, 99, ()),
        ("QVE", 30, 30, ()),
        ("?", 0, 16, ("The blank was counted 8; it counts nothing.",)),
    ],
)  # fmt: skip
def test_slips_of_the_player_who_receives_twice_the_rack(tiles, correct, announced, sentences):
    assert slips(tiles, correct, announced, doubled=True) == sentences


@pytest.mark.parametrize(
    ("tiles", "correct", "announced", "sentences"),
    [
        ("QVE", -15, -30, ("The rack was counted twice, not once.",)),
        ("QVE", -15, -5, ("The Q (10) was left out.",)),
        ("QVE", -15, -19, ("The V (4) was counted twice.",)),
        ("QVE", -15, 15, ("The points were added instead of taken off.",)),
        ("QVE", -15, -51, ("The digits of 15 were swapped.",)),
        ("QVE", -15, -77, ()),
    ],
)
def test_slips_of_a_player_whose_rack_is_taken_off(tiles, correct, announced, sentences):
    assert slips(tiles, correct, announced, doubled=False) == sentences


def test_equally_simple_ones_are_all_listed():
    assert slips("AEQ", -12, -11, doubled=False) == (
        "The A (1) was left out.",
        "The E (1) was left out.",
    )


def test_a_tile_of_another_language_has_its_own_worth():
    spanish = catalogue.tile_set("spanish")
    slips = sentences(rack_slips(("CH", "LL"), -13, -5, spanish, doubled=False))
    assert slips == ("The LL (8) was left out.",)


def end_of(turns):
    seats = (Seat("A", "A"), Seat("B", "B"))
    checked = audit(Record(seats, tuple(turns)), NWL, ENGLISH, STANDARD)
    return [sentences(f.likely_slips) for f in checked.findings if f.code == "end_rack_amount"]


def test_the_audit_explains_the_line_of_the_player_who_went_out():
    line = receives(0, "QVE")._replace(announced=10)
    assert end_of([adjusts(0, 300), line]) == [("The Q (10) was left out.",)]


def test_the_audit_explains_the_lines_after_six_zeroes():
    lines = [holds(0, "QVE")._replace(announced=-5), holds(1, "A")._replace(announced=-1)]
    assert end_of(lines) == [("The Q (10) was left out.",)]


@pytest.mark.full
def test_every_miscounted_rack_of_a_simulated_game_is_explained():
    explained = 0
    for seed in range(12):
        played = simulate_game(seed, habits=Habits(mistakes=0.9))
        checked = audit(played.record, played.rules, played.tile_set, played.layout)
        for finding in checked.findings:
            if finding.code == "end_rack_amount":
                assert finding.likely_slips, finding
                explained += 1
    assert explained
