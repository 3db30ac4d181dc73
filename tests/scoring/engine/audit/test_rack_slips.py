"""The likely slip in the line for the remaining tiles."""

import pytest

from scoring import catalogue
from scoring.engine.audit.audit import audit
from scoring.engine.audit.rack_slips import rack_slips
from scoring.engine.game.record import Record, Seat
from scoring.wording.engine import sentences
from tests.scoring.engine.positions import ENGLISH, NWL, STANDARD, adjusts, holds, receives, table


def slips(tiles: str, correct: int, announced: int, *, doubled: bool) -> tuple[str, ...]:
    return sentences(rack_slips(tiles, correct, announced, ENGLISH, doubled=doubled))


@pytest.mark.parametrize(
    ("tiles", "correct", "announced", "doubled", "sentences"), table("rack_slips.toml")["racks"]
)
def test_rack_slips_are_explained_for_doubled_and_deducted_racks(
    tiles, correct, announced, doubled, sentences
):
    assert slips(tiles, correct, announced, doubled=doubled) == tuple(sentences)


def test_equally_simple_explanations_are_all_listed_by_the_values_of_the_tiles():
    both = ("The A (1) was left out.", "The E (1) was left out.")
    assert slips("AEQ", -12, -11, doubled=False) == both
    spanish = sentences(
        rack_slips(("CH", "LL"), -13, -5, catalogue.tile_set("spanish"), doubled=False)
    )
    assert spanish == ("The LL (8) was left out.",)


def end_of(turns):
    seats = (Seat("A", "A"), Seat("B", "B"))
    checked = audit(Record(seats, tuple(turns)), NWL, ENGLISH, STANDARD)
    return [sentences(f.likely_slips) for f in checked.findings if f.code == "end_rack_amount"]


def test_audit_explains_the_rack_line_of_the_player_who_went_out_and_those_after_six_zeroes():
    left_out = [("The Q (10) was left out.",)]
    line = receives(0, "QVE")._replace(announced=10)
    assert end_of([adjusts(0, 300), line]) == left_out
    lines = [holds(0, "QVE")._replace(announced=-5), holds(1, "A")._replace(announced=-1)]
    assert end_of(lines) == left_out
