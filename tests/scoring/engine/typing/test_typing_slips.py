"""A play in the other direction, or with the total as its score, is recognised."""

import pytest

from scoring.engine.game.replay import Replay
from scoring.engine.typing.typing_slips import typing_slip_messages
from scoring.wording.engine import sentences
from tests.scoring.engine.typing.test_typed_turn import game, turn


def suggested(line: str, position: Replay, score: int | None, total: int | None) -> tuple[str, ...]:
    return sentences(typing_slip_messages(line, position, turn(line, position), score, total))


PARTY = ("8D PARTY 28",)
TOTAL = "{} is the total after this turn; the turn itself is 18."
ACROSS = "In the other direction, 8G HEX scores 26: 8G runs across, G8 down."
DOWN = "In the other direction, F8 (R)ANT scores 6: F8 runs down, 8D across."


@pytest.mark.parametrize(
    ("line", "before", "score", "total", "first"),
    [
        ("g8 HEX 26", (), 14, 14, ACROSS),
        # The other direction includes tiles on the board.
        ("8f RANT 6", PARTY, 20, 20, DOWN),
        ("8f ant 6", PARTY, 20, 20, DOWN),
        # It must be legal and have the announced score.
        ("9d HEX 26", PARTY, 30, 30, None),
        ("f8 RANT 99", PARTY, 6, 6, None),
        ("10f AX 44", ("8G HEX 26", "9F OX 10"), 18, 44, TOTAL.format(44)),
        ("10f AX 344", ("8G HEX 26",), 18, 344, TOTAL.format(344)),
        # A correct or missing score suggests nothing, and a square off the board has no other direction.
        ("8g HEX 26", (), 26, 26, None),
        ("8g HEX", (), 26, 26, None),
        ("-ABC", (), 0, 0, None),
        ("16a HEX 26", (), None, None, None),
    ],
)  # fmt: skip
def test_word_in_the_other_direction_or_the_total_as_its_score_is_recognised(
    line, before, score, total, first
):
    assert suggested(line, game(*before), score, total) == ((first,) if first else ())
