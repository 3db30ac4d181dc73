"""A play in the other direction, or with the total as its score, is recognised."""

from scoring.engine.game.replay import Replay
from scoring.engine.message import Message
from scoring.engine.typing.typing_slips import typing_slip_messages
from scoring.wording.engine import sentences
from tests.scoring.engine.typing.test_typed_turn import game, turn


def suggested(line: str, position: Replay, score: int | None, total: int | None) -> tuple[str, ...]:
    return sentences(typing_slip_messages(line, position, turn(line, position), score, total))


def test_word_typed_in_the_wrong_direction_is_recognised():
    assert suggested("g8 HEX 26", game(), 14, 14) == (
        "In the other direction, 8G HEX scores 26: 8G runs across, G8 down.",
    )


def test_other_direction_includes_tiles_on_the_board():
    position = game("8D PARTY 28")
    assert suggested("8f RANT 6", position, 20, 20) == (
        "In the other direction, F8 (R)ANT scores 6: F8 runs down, 8D across.",
    )
    assert suggested("8f ant 6", position, 20, 20)[0].startswith(
        "In the other direction, F8 (R)ANT"
    )


def test_other_direction_must_be_legal_and_have_the_announced_score():
    position = game("8D PARTY 28")
    assert suggested("9d HEX 26", position, 30, 30) == ()
    assert suggested("f8 RANT 99", position, 6, 6) == ()


def test_total_typed_as_the_score_is_recognised():
    position = game("8G HEX 26", "9F OX 10")
    assert suggested("10f AX 44", position, 18, 44)[0] == (
        "44 is the total after this turn; the turn itself is 18."
    )


def test_correct_or_missing_score_suggests_nothing():
    assert suggested("8g HEX 26", game(), 26, 26) == ()
    assert suggested("8g HEX", game(), 26, 26) == ()
    assert suggested("-ABC", game(), 0, 0) == ()


def test_square_off_the_board_has_no_other_direction():
    assert suggested("16a HEX 26", game(), None, None) == ()


def test_total_beyond_three_hundred_is_recognised():
    position = game("8G HEX 26")
    typed = turn("10f AX 344", position)
    messages = typing_slip_messages("10f AX 344", position, typed, 18, int("344"))
    assert Message("total_typed", announced=344, score=18) in messages
