"""A typed line becomes the intended turn, or an error that says what to type."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import catalogue
from scoring.engine.game.legality import faults
from scoring.engine.game.replay import Replay
from scoring.engine.game.turns import Turn, TurnKind
from scoring.engine.rules.rulesets import ChallengeMode, PenaltyPer, PenaltyTo
from scoring.engine.typing import typed_turn
from scoring.wording.engine import sentence
from tests.scoring.engine.positions import table
from tests.scoring.engine.typed_games import NAMES, WESPA, game, turn


def refusal(line: str, position: Replay, **options) -> str:
    read = typed_turn.parse_turn(line, position, names=NAMES, **options)
    assert isinstance(read, typed_turn.LineNotUnderstood), read
    return sentence(read.message)


def play(line: str, position: Replay, **options) -> tuple[str, str, int | None, int | None]:
    read = turn(line, position, **options)
    assert read.kind is TurnKind.PLAY
    word = position.tile_set.format_tiles(read.tiles)
    return read.coordinate, word, read.announced, read.total


@pytest.mark.parametrize(
    ("typed", "tiles", "cased"),
    [
        ("qi", "QI", False),
        ("qI", "qI", False),
        ("qi", "qi", True),
        # A capital amid small letters is a blank, but not at the head of a name.
        ("frOzen", "FRoZEN", False),
        ("frozeN", "FROZEn", False),
        ("Frozen", "FROZEN", False),
        # More small letters than the set has blanks: Shift was held for capitals.
        ("frozeN", "FROZEn", True),
    ],
)
def test_letters_in_the_rarer_case_are_blanks(typed, tiles, cased):
    assert play(f"8H {typed}", game(), cased=cased)[1] == tiles


@pytest.mark.parametrize("word", ["FROZEN", "FRO.EN", "FRO(Z)EN", "FROEN", "froen", "frozen"])
def test_tile_played_through_may_be_typed_in_any_way_or_omitted(word):
    """FROZEN J2-O2 through the Z of ZONE, down from M2: 52 (RULES section 1)."""
    position = game("8H LOFTY 30", "M2 ZONE 16")
    read = turn(f"2J {word} 52", position)
    assert (read.coordinate, read.tiles) == ("2J", ("F", "R", "O", ".", "E", "N"))
    assert position.board.lay(read.coordinate, read.tiles) == 52


def test_word_on_the_board_is_extended_by_its_new_letters():
    position = game("8H ZONE 26")
    whole = ("8H", "....S", 15, None)
    for line in ("8L S 15", "8H ZONES 15", "8H (ZONE)S 15", "8H ....S 15", "8k ES 15"):
        assert play(line, position) == whole
    assert play("8G OZONE 13", position)[:2] == ("8G", "O....")


def test_parsing_a_play_leaves_the_position_unchanged():
    position = game("8H ZONE 26")
    before, laid = list(position.board.grid), list(position.board.laid)
    typed_turn.parse_turn("H7 AX 12", position)
    assert (position.board.grid, position.board.laid) == (before, laid)


def test_rack_is_accepted_anywhere_after_its_sign_and_the_seat_before_the_line():
    for line in ("@FROZEN? 8H FROZEN 38", "8H FROZEN 38 @FROZEN?"):
        assert turn(line, game()).rack == ("F", "R", "O", "Z", "E", "N", "?")
    assert turn("2: 8H FROZEN 38", game()).player == 1
    assert turn("8H FROZEN 38", game(), seat=1).player == 1
    assert turn("1:pass", game()).player == 0


ABSP, BOX, NASPA = map(catalogue.rule_set, ("absp", "box_hasbro", "naspa_nwl"))
TEN_OFF = replace(WESPA, penalty_points=10, penalty_to=PenaltyTo.CHALLENGER)
LOST = Turn(TurnKind.PASS, 1, announced=0, remark="turn lost to a challenge")


@pytest.mark.parametrize(
    ("line", "rules", "expected"),
    [
        ("-", WESPA, Turn(TurnKind.PASS, 1, announced=0)),
        ("pass", WESPA, Turn(TurnKind.PASS, 1, announced=0)),
        ("Pass", WESPA, Turn(TurnKind.PASS, 1, announced=0)),
        *(
            (line, WESPA, Turn(TurnKind.EXCHANGE, 1, tiles=("A", "B", "?"), announced=0))
            for line in ("-AB?", "- ab?", "x AB?", "exchange AB?", "change AB?")
        ),
        ("−3", WESPA, Turn(TurnKind.EXCHANGE, 1, tiles=(), announced=0, exchanged=3)),
        ("-ABCDEFG", WESPA, Turn(TurnKind.EXCHANGE, 1, tiles=tuple("ABCDEFG"), announced=0)),
        # The announced points are taken back: ZONE scores 26.
        ("--", WESPA, Turn(TurnKind.WITHDRAWN, 0, announced=-24)),
        ("ch", WESPA, Turn(TurnKind.CHALLENGE_BONUS, 0, announced=5)),
        ("+", WESPA, Turn(TurnKind.CHALLENGE_BONUS, 0, announced=5)),
        ("+10", WESPA, Turn(TurnKind.CHALLENGE_BONUS, 0, announced=10)),
        ("ch", TEN_OFF, Turn(TurnKind.CHALLENGE_BONUS, 1, announced=-10)),
        ("ch", NASPA, LOST),
        ("1: time 10", WESPA, Turn(TurnKind.OVERTIME, 0, announced=-10)),
        ("1: !10", WESPA, Turn(TurnKind.OVERTIME, 0, announced=-10)),
        ("1: time -0:01", WESPA, Turn(TurnKind.OVERTIME, 0, announced=-10)),
        ("1: time 1:01", WESPA, Turn(TurnKind.OVERTIME, 0, announced=-20)),
        ("2: adjust -5 a, b", WESPA, Turn(TurnKind.ADJUSTMENT, 1, announced=-5, remark="a, b")),
        ("1: * 3 given", WESPA, Turn(TurnKind.ADJUSTMENT, 0, announced=3, remark="given")),
    ],
)
def test_line_other_than_a_play_is_parsed_as_its_turn(line, rules, expected):
    assert turn(line, game("8H ZONE 24", rules=rules)) == expected


def test_remaining_tiles_go_to_the_player_required_by_the_rules():
    double, transfer, three = game(), game(rules=ABSP), game(players=3, rules=BOX)
    for position in (double, transfer, three):
        position.out = 0
    received = Turn(TurnKind.END_RACK, 0, None, "", ("Q", "E"), announced=22)
    assert turn("rack QE 22", double) == received
    assert turn("=QE", transfer) == Turn(TurnKind.END_RACK, 1, ("Q", "E"), "", ("Q", "E"))
    assert refusal("1: rack Q", three) == "Ann has gone out and has no tiles left."
    assert turn("rack Q", three).player == 1
    assert turn("3: rack Q", three).player == 2
    # At the end without going out, they are of the first whose rack is missing.
    ended = game(players=2).add_turns([Turn(TurnKind.PASS, seat) for seat in (0, 1, 0, 1, 0, 1)])
    assert turn("= QE", ended).player == 0
    assert turn("2: = QE", ended).player == 1
    ended.add_turns([turn("= QE", ended)])
    assert turn("= AB", ended).player == 1


AT_THE_START = table("refused_lines.toml")["lines"]
TOO_LONG = f"The line has 403 characters; the maximum for a turn is {typed_turn.MAX_LINE_LENGTH}."


@pytest.mark.parametrize(
    ("line", "sentence"), [*AT_THE_START, pytest.param("8H " + "A" * 400, TOO_LONG, id="too long")]
)
def test_unrecognised_line_is_answered_with_what_to_type(line, sentence):
    assert refusal(line, game()) == sentence


VOID, TRIPLE = (
    replace(WESPA, challenge=mode) for mode in (ChallengeMode.VOID, ChallengeMode.TRIPLE)
)
INVALID_WORDS = (
    "Under these rules, invalid words cannot be played, so there is nothing to challenge."
)


@pytest.mark.parametrize(
    ("line", "rules", "sentence"),
    [
        ("ch", replace(WESPA, penalty_per=PenaltyPer.WORD), (
            "WESPA: 5 for each word challenged. Type the points: ch 5 for one word, ch 10 for two."
        )),
        ("ch", VOID, INVALID_WORDS),
        ("--", VOID, INVALID_WORDS),
        ("ch", TRIPLE, (
            "The play stands; the challenger loses the game. Enter the result of the board as a "
            "loss for Ben."
        )),
    ],
)  # fmt: skip
def test_turn_unsupported_by_the_rules_is_refused_with_the_reason(line, rules, sentence):
    assert refusal(line, game("8H ZONE 26", rules=rules)) == sentence


def test_lost_challenge_costs_the_challengers_turn_if_there_is_one():
    out = game("8H ZONE 26", rules=NASPA)
    out.out = 0
    assert refusal("ch", out) == (
        "The game ends with this play, so there is no turn to lose. The play stands."
    )
    position = game("8H ZONE 26", rules=BOX, players=3)
    assert refusal("ch", position) == ("Who challenged? 1: ch (Ann) or 2: ch (Ben) or 3: ch (Cid).")
    for line, seat in (("2: ch", 1), ("3: ch", 2)):
        lost = turn(line, position)
        assert (lost.kind, lost.player) == (TurnKind.PASS, seat)
        assert faults(position, lost) == ()


PARTS = [
    "8H", "H8", "2:", "-", "--", "ch", "time", "rack", "adjust", "ZONE", "(Z)", ".", "?", "@",
    "AB", "52", "-5", "1:01", "x", "+", "=", "*", "!", "zOn(E",
]  # fmt: skip


@given(st.lists(st.sampled_from(PARTS), max_size=6))
def test_no_combination_of_line_parts_causes_an_error(parts):
    position = game("8H ZONE 26", "9G EAR 19")
    read = typed_turn.parse_turn(" ".join(parts), position, names=NAMES)
    assert isinstance(read, typed_turn.UnderstoodTurn | typed_turn.LineNotUnderstood)
    if isinstance(read, typed_turn.UnderstoodTurn):
        position.add_turns([read.turn])
