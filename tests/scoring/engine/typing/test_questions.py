"""Unusual typed lines are questioned before they are recorded."""

import pytest

from scoring import catalogue
from scoring.engine.typing.typed_turn import understand
from scoring.wording.engine import sentences
from tests.scoring.engine.typed_games import NAMES, game


def test_tiles_left_before_the_end_are_asked_about():
    read = understand("1: rack QE", game("8H ZONE 26"), names=NAMES)
    assert sentences(read.questions) == (
        ("The game has not ended according to the record: nobody has gone out."),
    )
    box = game("8H ZONE 26", rules=catalogue.rule_set("box_hasbro"))
    assert sentences(understand("1: rack QE", box, names=NAMES).questions) == ()


def test_a_second_rack_and_tiles_that_are_not_left_are_asked_about():
    over = ("8H ZONE 26", *("pass",) * 6)
    assert sentences(understand("1: rack QE", game(*over), names=NAMES).questions) == ()
    again = understand("1: rack QE", game(*over, "1: rack AB"), names=NAMES)
    assert sentences(again.questions) == ("Ann's rack is already settled: AB.",)
    latest = game(*over, "1: rack AB", "1: rack AE")
    assert sentences(understand("1: rack QE", latest, names=NAMES).questions) == (
        "Ann's rack is already settled: AE.",
    )
    assert (
        sentences(understand("2: rack QE", game(*over, "1: rack AB"), names=NAMES).questions) == ()
    )
    gone = "there are more {} than the set has."
    onboard = sentences(understand("1: rack ZE", game(*over), names=NAMES).questions)
    assert onboard == ("With ZE on the rack, " + gone.format("Z"),)
    both = sentences(understand("2: rack Q", game(*over, "1: rack QE"), names=NAMES).questions)
    assert both == ("With Q on the rack, " + gone.format("Q"),)


def test_time_before_the_end_and_time_that_costs_the_game_are_asked_about():
    early = understand("1: time 10", game("8H ZONE 26"), names=NAMES)
    assert sentences(early.questions) == (
        ("The game has not ended according to the record: nobody has gone out."),
    )
    over = ("8H ZONE 26", *("pass",) * 6)
    assert sentences(understand("1: time -10:00", game(*over), names=NAMES).questions) == ()
    lost = "Ann is more than 10 minutes over and loses the game under these rules."
    assert sentences(understand("1: time -10:01", game(*over), names=NAMES).questions) == (lost,)
    assert sentences(
        understand("1: time 10", game(*over, "1: time 100"), names=NAMES).questions
    ) == (lost,)
    assert (
        sentences(understand("2: time 10", game(*over, "1: time 110"), names=NAMES).questions) == ()
    )


@pytest.mark.parametrize("word", ["froZEN", "FROzeN", "frozEN"])
def test_small_letters_that_cannot_all_be_blanks_are_said_to_be_none(word):
    small = sum(letter.islower() for letter in word)
    blanks = f"Read without blanks: {word} has {small} small letters, and the set has 2 blanks."
    expected = () if small <= 2 else (blanks,)
    assert sentences(understand(f"8H {word} 38", game(), names=NAMES).questions) == expected
    assert sentences(understand("8H Frozen 38", game(), names=NAMES).questions) == ()
