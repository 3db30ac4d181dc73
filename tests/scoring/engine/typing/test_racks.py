"""Tracked racks: completed with drawn tiles, inferred if unique, and checked."""

from collections import Counter

import pytest

from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.typing.racks import inferred_rack, known_leave
from scoring.engine.typing.typed_turn import LineNotUnderstood, parse_turn
from scoring.wording.engine import sentence, sentences
from tests.scoring.engine.typed_games import NAMES, game


def read(line, position):
    return parse_turn(line, position, names=NAMES)


def rack(line, position):
    return "".join(read(line, position).turn.rack or ())


def begun():
    """Return a game: Ann played LOFTY from LOFTYAE, Ben LOAM from LOAMQUI."""
    first = Turn(TurnKind.PLAY, 0, tuple("LOFTYAE"), "8H", "LOFTY", 30)
    second = Turn(TurnKind.PLAY, 1, tuple("LOAMQUI"), "7I", "LOAM", 24)
    return game().add_turns([first, second])


def passed(seat, rack=None):
    return Turn(TurnKind.PASS, seat, rack and tuple(rack))


def test_drawn_letters_complete_a_known_rack_and_kept_tiles_are_expected():
    position = begun()
    assert known_leave(position, 0) == ("A", "E")
    assert rack("9A AE 2 @+RSTNO", position) == "AERSTNO"
    position.add_turns([read("-AE @+RSTNO", position).turn])
    assert rack("pass @+BDGE", position) == "QUIBDGE"
    assert known_leave(position, 0) == tuple("RSTNO")
    lofty = Turn(TurnKind.PLAY, 0, None, "8H", "LOFTY", 30)
    answer = read("pass @+ABC", game().add_turns([lofty, passed(1)]))
    assert isinstance(answer, LineNotUnderstood)
    assert sentence(answer.message) == (
        "Ann's last leave is not known, because that rack was not typed. Type the whole rack: "
        "@ABCDEFG."
    )
    (question,) = sentences(read("pass @RSTNOBD", begun()).questions)
    assert question == "Ann kept AE after the last turn, but the rack you typed lacks AE."
    assert read("pass @ERSATNO", begun()).questions == ()


def test_rack_is_inferred_after_a_pass_and_a_withdrawn_phony():
    position = begun().add_turns([passed(0, "AERSTNO"), passed(1)])
    assert inferred_rack(position, 0) == tuple("AERSTNO")
    assert inferred_rack(position, 1) is None
    assert rack("-AE", position) == "AERSTNO"
    phony = Turn(TurnKind.PLAY, 0, tuple("AERSTNO"), "9A", "RAS", 3)
    back = position.copy().add_turns([phony, Turn(TurnKind.WITHDRAWN, 0), passed(1)])
    assert inferred_rack(back, 0) == tuple("AERSTNO")
    # The rack of the opponent is not taken for a withdrawn play.
    other = begun().add_turns([passed(1, "ADEGILN"), Turn(TurnKind.WITHDRAWN, 0)])
    assert known_leave(other, 0) is None
    # A play that is not on the rack is questioned, and no rack is inferred.
    answer = read("9A ZA 3", position)
    assert answer.turn.rack is None
    (question,) = sentences(answer.questions)
    assert question == (
        "According to the recorded racks, Ann has AERSTNO, which does not contain all of these "
        "tiles."
    )


def test_empty_bag_reveals_the_other_rack():
    position = begun()
    left, counts = tuple("QUIZEND"), Counter(position.tile_set.unpack(position.unseen))
    own = tuple((counts - Counter(left)).elements())[:7]
    position.add_turns([passed(0), passed(1, left)])
    position.unseen = position.tile_set.pack([*left, *own])
    position.bag = 0
    assert sorted(inferred_rack(position, 0) or ()) == sorted(own)


@pytest.mark.parametrize(
    ("line", "clock"), [("8H LOFTY 30 ~24:10", "24:10"), ("~-1:01 pass", "-1:01"), ("pass", "")]
)
def test_clock_time_is_accepted_anywhere_in_the_line(line, clock):
    assert read(line, game()).clock == clock


@pytest.mark.parametrize("line", ["pass ~25", "pass ~1:99", "pass ~1:00 ~2:00"])
def test_invalid_clock_time_is_reported(line):
    answer = read(line, game())
    assert "is not a clock time. Type the clock as ~12:34" in sentence(answer.message)
