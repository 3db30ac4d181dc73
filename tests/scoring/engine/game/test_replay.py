"""Replaying a game: withdrawals, bonuses, zero scores, the end, and corrections that lose no turn."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import catalogue
from scoring.engine.game.replay import Replay, replay
from scoring.simulation import Habits, simulate_game
from tests.scoring.engine.positions import (
    ENGLISH,
    adjusts,
    bonus,
    codes,
    exchanges,
    game,
    holds,
    overtime,
    passes,
    plays,
    receives,
    withdraws,
)

CAT = plays(0, "8G CAT")
SHORT = replace(catalogue.tile_set("english"), key="short", counts={
    tile: {"C": 1, "A": 4, "T": 4, "S": 2, "E": 3, "O": 3}.get(tile, 0) for tile in ENGLISH.counts
})  # fmt: skip
"""Seventeen tiles: two racks and three in the bag."""
FIVE = [passes(number % 2) for number in range(5)]
COUNTED = {
    "a bonus is no turn": ([CAT, bonus(0, 5)], [15, 0], 1, 0),
    "a bonus between a play and its withdrawal changes neither": (
        [CAT, bonus(0, 5), withdraws(0)], [5, 0], 1, 1,
    ),
    "points for a failed challenge are no zero and reset none": (
        [passes(0), passes(1), bonus(1, 5)], [0, 5], 0, 2,
    ),
    "overtime and adjustments change neither turn nor zeroes": (
        [passes(0), overtime(0, 10), adjusts(1, 5)], [-10, 5], 1, 1,
    ),
    "a scoring play resets the zeroes": ([*FIVE, plays(1, "8G CAT")], [0, 10], 0, 0),
    "its withdrawal restores them": (
        [*FIVE, plays(1, "8G CAT"), withdraws(1)], [0, 0], 0, 6,
    ),
    "a play of two blanks is a scoreless turn": (
        [plays(0, "8G at"), *FIVE[1:], passes(1)], [0, 0], 0, 6,
    ),
    "also out of turn": ([plays(1, "8G at")], [0, 0], 0, 1),
    "players may go on after six zeroes": ([*FIVE, passes(1), CAT], [10, 0], 1, 0),
}  # fmt: skip


def faults_of(played):
    """Return the codes of the faults of each turn."""
    return {index: codes(reasons) for index, reasons in played.faults.items()}


def test_totals_accumulate_with_adjustments_and_racks():
    played = game([CAT, plays(1, "9H OH"), plays(0, "8F S...")])
    # OH, its H on a double letter: 1 + 8; AO 2; TH 1 + 8
    assert played.scores == [10, 9 + 2 + 9, 6]
    assert played.totals == [10, 20, 16]
    assert played.running == [16, 20]
    played = game([adjusts(0, 7), CAT, adjusts(1, -3), holds(0, "Q"), holds(1, "A"), adjusts(0, 1)])
    assert played.running == [7 + 10 - 10 + 1, -3 - 1]
    assert played.faults == {}
    lines = [receives(0, "XB?"), holds(1, "X"), holds(2, "B"), holds(3, "?")]
    for order in (lines, lines[::-1], [lines[2], lines[0], lines[3], lines[1]]):
        played = game([CAT, *order], "box_hasbro", players=4)
        assert played.running == [10 + 11, -8, -3, 0]


def test_withdrawn_phony_frees_its_squares_tiles_and_points():
    played = game([CAT, withdraws(0)])
    assert played.running == [0, 0]
    assert played.scores == [10, -10]
    assert played.board.is_empty
    assert played.unseen == ENGLISH.full
    assert (played.bag, played.hands) == (86, [7, 7])
    assert played.to_move == 1
    assert played.add_turns([plays(1, "8G CAT")]).scores[-1] == 10
    assert played.faults == {}


@pytest.mark.parametrize("name", COUNTED)
def test_points_turns_and_zeroes_are_counted(name):
    turns, running, to_move, scoreless = COUNTED[name]
    played = game(turns, "wespa")
    assert (played.running, played.to_move, played.scoreless) == (running, to_move, scoreless)
    assert played.may_end is (scoreless == 6)


MADE = {
    "P": lambda seat: [passes(seat)],
    "X": lambda seat: [exchanges(seat, number=1)],
    "W": lambda seat: [plays(seat, "8G CASA"), withdraws(seat)],
}
"""Turns without points by letter: pass, exchange and withdrawn play."""


@pytest.mark.parametrize(
    ("key", "players", "going", "may_end"),
    [
        ("spanish", 2, ["PPP", "PPXPP", "X" * 11, "WWWWWW"], ["PPPP", "PPXPPPP", "X" * 12]),
        ("box_mattel", 2, [], ["PPPP"]),
        ("box_mattel", 3, ["PPPPXP"], ["PPPPPP"]),
        ("box_mattel", 4, ["PPPPPPP"], ["PPPPPPPP"]),
        ("box_hasbro", 2, ["P" * 12], []),
        ("naspa_nwl", 2, ["PPPPP"], ["PPPPPP", "PXPXPX", "PXWPXW"]),
        ("german", 2, [], ["PXPXPX"]),
        ("absp", 2, ["PPPPP"], []),
    ],
)
def test_passes_and_scoreless_turns_allow_the_end_by_the_rules(key, players, going, may_end):
    for letters in (*going, *may_end):
        turns = [turn for at, letter in enumerate(letters) for turn in MADE[letter](at % players)]
        played = game(turns, key, players=players)
        assert played.may_end is (letters in may_end), letters
        assert played.faults == {}


def short_game(turns, rules="naspa_nwl"):
    return game(turns, rules, tile_set=SHORT)


BEFORE_OUT = [plays(0, "8F CASATE"), passes(1)]
GOES_OUT = [*BEFORE_OUT, plays(0, "9E TOEO")]


def out_after(*more, rules="naspa_nwl"):
    return short_game([*GOES_OUT, *more], rules)


def test_going_out_ends_and_settles_the_game_until_challenged_off():
    played = out_after()
    assert (played.out, played.has_ended, played.hands) == (0, True, [0, 7])
    back = out_after(withdraws(0))
    assert (back.out, back.has_ended, back.hands, back.to_move) == (None, False, [4, 7], 1)
    assert out_after(withdraws(0), plays(1, "F8 .AT")).faults == {}
    left = "".join(SHORT.tile_list(played.unseen))
    worth = sum(SHORT.points[tile] for tile in left)
    assert played.finals == (played.running[0] + 2 * worth, 0)
    assert out_after(receives(0, left)).running == list(played.finals)


@pytest.mark.parametrize(
    ("turns", "rules", "out", "faults"),
    [
        ([passes(1)], "naspa_nwl", 0, {}),  # accepting the last play
        ([passes(1), passes(0)], "naspa_nwl", None, {4: ["after_end"]}),
        ([bonus(0, 5)], "wespa", 0, {}),
        ([plays(1, "8F ......S")], "naspa_nwl", None, {3: ["after_end"]}),
        ([bonus(1, 5)], "naspa_nwl", 0, {3: ["no_play_before"]}),
    ],
)
def test_turn_after_going_out_is_reported_if_it_does_not_belong_to_the_end(
    turns, rules, out, faults
):
    played = out_after(*turns, rules=rules)
    assert (played.out, faults_of(played)) == (out, faults)
    assert len(played.turns) == len(played.scores) == 3 + len(turns)


def test_single_rack_line_of_three_players_is_checked_by_its_count():
    rules = replace(catalogue.rule_set("box_hasbro"), rack_size=4)
    turns = [
        plays(0, "8F CASA"), passes(1), passes(2),
        plays(0, "F8 .TTE"), passes(1), passes(2),
        plays(0, "8F ....SE"),
    ]  # fmt: skip
    played = game(turns, rules, tile_set=SHORT, players=3)
    assert (played.faults, played.out, played.bag, played.hands) == ({}, 0, 0, [0, 4, 4])
    worth = SHORT.points_of(played.unseen)
    assert played.settlement.amounts == (worth, None, None)
    assert played.finals == (played.running[0] + worth, None, None)
    settled = game([*turns, receives(0, SHORT.tile_list(played.unseen))], rules, SHORT, players=3)
    assert settled.scores[-1] == worth
    one_known = game(
        [*turns, holds(1, SHORT.tile_list(played.unseen)[:4])], rules, SHORT, players=3
    )
    rest = SHORT.tile_list(played.unseen)[4:]
    assert one_known.settlement.racks[2] == tuple(rest)
    assert None not in one_known.finals


def test_one_tile_opening_stands_as_irregular_and_one_off_the_centre_can_be_challenged_off():
    assert faults_of(game([plays(0, "8H A"), plays(1, "8H .T")])) == {0: ["one_tile_opening"]}
    played = game([plays(0, "1A CAT"), withdraws(0), plays(1, "8G CAT")])
    assert list(played.faults) == [0]
    assert played.running == [0, 10]


def test_turns_that_do_not_fit_are_reported_and_kept():
    turns = [CAT, plays(1, "8F S..."), plays(0, "9F AX"), plays(1, "I7 O.H")]
    assert game(turns).faults == {}
    corrected = game([plays(0, "8H CAT"), *turns[1:]])
    assert corrected.turns == [plays(0, "8H CAT"), *turns[1:]]
    assert len(corrected.scores) == len(corrected.totals) == 4
    assert faults_of(corrected) == {1: ["gap", "word_cut_short"], 2: ["not_connected"]}


BUSY = Habits(phonies=0.2, challenged=0.7, vain_challenges=0.1, overtime=0.3, stalemates=0.1)


@pytest.mark.full
@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 10**9), key=st.sampled_from(sorted(catalogue.rule_sets())))
def test_random_legal_games_replay_without_a_fault(seed, key):
    played = simulate_game(seed, catalogue.rule_set(key), tile_set=ENGLISH, habits=BUSY)
    replayed = game(played.record.turns, key)
    assert replayed.faults == {}
    assert replayed.settled
    assert replayed.scores == [turn.announced for turn in replayed.turns]
    assert replayed.totals == [turn.total for turn in replayed.turns]
    on_board = replayed.board.packed_tiles
    assert on_board + replayed.unseen == ENGLISH.full
    assert replayed.bag + sum(replayed.hands) == len(ENGLISH.tile_list(replayed.unseen))


BOX = catalogue.rule_set("box_hasbro")


def moving(turns, players):
    """Return who is to move before each turn, and after the last, by the box rules."""
    return [game(turns[:number], BOX, players=players).to_move for number in range(len(turns) + 1)]


def test_lost_challenge_out_of_order_costs_the_challengers_next_turn():
    """Box rules, four players. RULES section 3: the challenger's next turn."""
    turns = [CAT, passes(2), plays(1, "9H OH"), plays(3, "8F S..."), plays(0, "10H OE")]
    assert game(turns, BOX, players=4).faults == {}
    assert moving(turns, 4) == [0, 1, 1, 3, 0, 1]
    # It is lost once, and a withdrawn play does not restore it.
    assert moving([CAT, passes(1), plays(2, "9H OH"), plays(0, "8F S...")], 3) == [0, 1, 2, 0, 1]
    back = game([*turns[:3], withdraws(1)], BOX, players=4)
    assert (back.faults, back.to_move) == ({}, 3)
    # A turn is lost out of order only after a play.
    assert list(game([passes(0), passes(2)], BOX, players=3).faults) == [1]
    assert list(game([CAT, passes(0)], BOX, players=3).faults) == [1]
    assert list(game([CAT, passes(0)]).faults) == [1]


def simulated(seed, rules, **habits):
    """Return the turns of a game, and the setting of its replay."""
    played = simulate_game(
        seed, catalogue.rule_set(rules), tile_set=ENGLISH, habits=Habits(challenged=0.8, **habits)
    )
    setting = (played.rules, played.tile_set, played.layout, len(played.record.seats))
    return list(played.record.turns), setting


@pytest.mark.full
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(sorted(catalogue.rule_sets())), st.data())
def test_copy_continues_independently_with_the_same_result(seed, rules, data):
    habits = {"phonies": 0.2, "vain_challenges": 0.15, "overtime": 0.4, "stalemates": 0.2}
    turns, setting = simulated(seed, rules, **habits)
    # Lost turns, so that some later ones no longer fit.
    for _ in range(data.draw(st.integers(0, 3))):
        del turns[data.draw(st.integers(0, len(turns) - 1))]
    at = data.draw(st.integers(0, len(turns)))
    before = replay(turns[:at], *setting)
    assert known(before.copy().add_turns(turns[at:])) == known(replay(turns, *setting))
    assert known(before) == known(replay(turns[:at], *setting))


def known(game: Replay) -> dict[str, object]:
    """Return the state of a replay: the tiles on the board, the last play and so on."""
    board = game.board
    return vars(game) | {"board": (board.grid, board.laid, board.touching, board.cut_short)}


class Closely(Replay):
    """A replay that applies all rules without the shortcut for plain plays."""

    def _take_plain(self, turns):  # noqa: ARG002
        return 0


def slips_of(turn):
    """Return what may stand in the record instead of a turn."""
    return [
        [],
        [turn, turn],
        [turn._replace(rack=None)],
        [turn._replace(rack=(turn.rack or ())[:-1])],
        [turn._replace(rack=(*(turn.rack or ()), "E"))],
        [turn._replace(player=1 - turn.player)],
        [turn._replace(tiles=turn.tiles[1:])],
        [turn._replace(tiles=("q", *turn.tiles[1:]))],
        [turn._replace(coordinate="8H")],
    ]


@pytest.mark.full
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["naspa_nwl", "wespa", "box_hasbro"]), st.data())
def test_fast_replay_of_plain_plays_equals_the_full_one(seed, rules, data):
    """With any error in the record: turns lost or doubled, another rack, square, player or word."""
    turns, setting = simulated(seed, rules, phonies=0.1, vain_challenges=0.1, stalemates=0.1)
    for _ in range(data.draw(st.integers(0, 2))):
        at = data.draw(st.integers(0, len(turns) - 1))
        turns[at : at + 1] = data.draw(st.sampled_from(slips_of(turns[at])))
    quick, close = Replay(*setting).add_turns(turns), Closely(*setting).add_turns(turns)
    assert known(quick) == known(close)
