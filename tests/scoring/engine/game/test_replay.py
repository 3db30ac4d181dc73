"""Replaying a game: withdrawals, bonuses, zero scores, the end, and corrections that lose no turn."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import catalogue
from scoring.engine.board.squares import Square
from scoring.engine.game.replay import Replay, replay
from scoring.simulation import Habits, simulate_game
from scoring.wording.engine import sentence
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


def test_totals_accumulate_turn_by_turn():
    played = game([CAT, plays(1, "9H OH"), plays(0, "8F S...")])
    # OH, its H on a double letter: 1 + 8; AO 2; TH 1 + 8
    assert played.scores == [10, 9 + 2 + 9, 6]
    assert played.totals == [10, 20, 16]
    assert played.running == [16, 20]


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


FIVE = [passes(number % 2) for number in range(5)]


@pytest.mark.parametrize(
    ("turns", "running", "to_move", "scoreless"),
    [
        ([CAT, bonus(0, 5)], [15, 0], 1, 0),
        ([CAT, bonus(0, 5), withdraws(0)], [5, 0], 1, 1),
        ([passes(0), passes(1), bonus(1, 5)], [0, 5], 0, 2),
        ([passes(0), overtime(0, 10), adjusts(1, 5)], [-10, 5], 1, 1),
        ([*FIVE, plays(1, "8G CAT")], [0, 10], 0, 0),
        ([*FIVE, plays(1, "8G CAT"), withdraws(1)], [0, 0], 0, 6),
        ([*FIVE, passes(1), CAT], [10, 0], 1, 0),
    ],
    ids=[
        "a bonus is no turn",
        "a bonus between a play and its withdrawal changes neither",
        "points for a failed challenge are no zero and reset none",
        "overtime and adjustments change neither turn nor zeroes",
        "a scoring play resets the zeroes",
        "its withdrawal restores them",
        "players may go on after six zeroes",
    ],
)
def test_points_turns_and_zeroes_are_counted(turns, running, to_move, scoreless):
    played = game(turns, "wespa")
    assert (played.running, played.to_move, played.scoreless) == (running, to_move, scoreless)
    assert played.may_end is (scoreless == 6)


@pytest.mark.parametrize(
    ("key", "players", "turns", "ends"),
    [
        ("spanish", 2, "PPP", False),
        ("spanish", 2, "PPPP", True),
        ("spanish", 2, "PPXPP", False),
        ("spanish", 2, "PPXPPPP", True),
        ("spanish", 2, "XXXXXXXXXXX", False),
        ("spanish", 2, "XXXXXXXXXXXX", True),
        ("spanish", 2, "WWWWWW", False),
        ("box_mattel", 2, "PPPP", True),
        ("box_mattel", 4, "PPPPPPP", False),
        ("box_mattel", 4, "PPPPPPPP", True),
        ("box_mattel", 3, "PPPPXP", False),
        ("box_mattel", 3, "PPPPPP", True),
        ("box_hasbro", 2, "PPPPPPPPPPPP", False),
        ("naspa_nwl", 2, "PPPPP", False),
        ("naspa_nwl", 2, "PPPPPP", True),
        ("naspa_nwl", 2, "PXPXPX", True),
        ("naspa_nwl", 2, "PXWPXW", True),
        ("german", 2, "PXPXPX", True),
        ("absp", 2, "PPPPP", False),
    ],
)
def test_passes_and_scoreless_turns_allow_the_end_by_the_rules(key, players, turns, ends):
    make = {
        "P": lambda seat: [passes(seat)],
        "X": lambda seat: [exchanges(seat, number=1)],
        "W": lambda seat: [plays(seat, "8G CASA"), withdraws(seat)],
    }
    made = [turn for at, letter in enumerate(turns) for turn in make[letter](at % players)]
    played = game(made, key, players=players)
    assert played.may_end is ends
    assert played.faults == {}


def short_game(turns, rules="naspa_nwl"):
    return game(turns, rules, tile_set=SHORT)


def out_after(*more):
    return short_game([plays(0, "8F CASATE"), passes(1), plays(0, "9E TOEO"), *more])


def test_play_cannot_use_more_tiles_than_the_rack_holds():
    before = [plays(0, "8F CASATE"), passes(1)]
    assert short_game([*before, plays(0, "9E TOEO")]).faults == {}
    (faults,) = short_game([*before, plays(0, "9E TOEOT")]).faults.values()
    assert [sentence(fault.message) for fault in faults] == [
        "5 tiles are laid, but the player had 4 left."
    ]
    (faults,) = game([plays(0, "8D FROZENXY")]).faults.values()
    assert [sentence(fault.message) for fault in faults] == ["8 tiles are laid; a rack holds 7."]


def test_going_out_ends_the_game_until_challenged_off():
    played = out_after()
    assert (played.out, played.has_ended, played.hands) == (0, True, [0, 7])
    back = out_after(withdraws(0))
    assert (back.out, back.has_ended, back.hands, back.to_move) == (None, False, [4, 7], 1)
    on = out_after(withdraws(0), plays(1, "F8 .AT"))
    assert on.faults == {}


def test_going_out_is_settled_from_the_unseen_tiles():
    played = out_after()
    left = "".join(SHORT.tile_list(played.unseen))
    worth = sum(SHORT.points[tile] for tile in left)
    assert played.finals == (played.running[0] + 2 * worth, 0)
    assert out_after(receives(0, left)).running == list(played.finals)


def test_pass_accepting_the_last_play_is_valid_and_keeps_the_end():
    played = out_after(passes(1))
    assert played.faults == {}
    assert played.out == 0
    assert [codes(reasons) for reasons in out_after(passes(1), passes(0)).faults.values()] == [
        ["after_end"]
    ]


def test_challenge_bonus_for_the_last_play_keeps_the_end():
    played = short_game(
        [plays(0, "8F CASATE"), passes(1), plays(0, "9E TOEO"), bonus(0, 5)], "wespa"
    )
    assert (played.out, played.faults) == (0, {})


def test_play_after_the_end_is_kept_and_reported():
    played = out_after(plays(1, "8F ......S"))
    assert codes(played.faults[3]) == ["after_end"]
    assert len(played.turns) == len(played.scores) == 4


def test_three_and_four_players_take_turns():
    for players in (3, 4):
        turns = [CAT, *(passes(seat) for seat in range(1, players)), plays(0, "8F S...")]
        played = game(turns, "box_hasbro", players=players)
        assert played.faults == {}
        assert played.running == [16] + [0] * (players - 1)
        assert played.bag == 100 - 7 * players - 4


def test_four_racks_are_settled_in_transfer_form():
    lines = [receives(0, "XB?"), holds(1, "X"), holds(2, "B"), holds(3, "?")]
    for order in (lines, lines[::-1], [lines[2], lines[0], lines[3], lines[1]]):
        played = game([CAT, *order], "box_hasbro", players=4)
        assert played.running == [10 + 11, -8, -3, 0]


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


def test_one_tile_opening_stands_as_irregular():
    played = game([plays(0, "8H A"), plays(1, "8H .T")])
    assert {index: codes(reasons) for index, reasons in played.faults.items()} == {
        0: ["one_tile_opening"]
    }


def test_opening_that_missed_the_centre_can_be_challenged_off():
    played = game([plays(0, "1A CAT"), withdraws(0), plays(1, "8G CAT")])
    assert list(played.faults) == [0]
    assert played.running == [0, 10]


def test_director_may_add_and_deduct_points_at_any_time():
    played = game([adjusts(0, 7), CAT, adjusts(1, -3), holds(0, "Q"), holds(1, "A"), adjusts(0, 1)])
    assert played.running == [7 + 10 - 10 + 1, -3 - 1]
    assert played.faults == {}


def test_correcting_a_turn_reports_later_turns_that_no_longer_fit():
    turns = [CAT, plays(1, "8F S..."), plays(0, "9F AX"), plays(1, "I7 O.H")]
    assert game(turns).faults == {}
    corrected = game([plays(0, "8H CAT"), *turns[1:]])
    assert corrected.turns == [plays(0, "8H CAT"), *turns[1:]]
    assert len(corrected.scores) == len(corrected.totals) == 4
    assert {index: codes(reasons) for index, reasons in corrected.faults.items()} == {
        1: ["gap", "word_cut_short"],
        2: ["not_connected"],
    }


def test_impossible_turn_keeps_its_announced_score_and_lays_nothing():
    played = game([CAT, plays(1, "1A Q..Z", announced=40), plays(0, "8F S...")])
    assert played.running == [16, 40]
    assert codes(played.faults[1]) == ["gap", "gap", "not_connected"]
    assert played.board.tile_at(Square.parse("A1")) is None
    assert list(played.faults) == [1]


def test_turn_by_turn_replay_equals_replay_of_the_whole_game():
    played = simulate_game(5, habits=Habits(phonies=0.3, overtime=1))
    turns = played.record.turns
    whole, steps = game(turns), game([])
    for turn in turns:
        steps.add_turns([turn])
    for name in ("scores", "totals", "running", "faults", "unseen", "bag", "hands", "out"):
        assert getattr(steps, name) == getattr(whole, name), name


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


def test_lost_challenge_out_of_order_costs_the_challengers_next_turn():
    """Box rules, four players. RULES section 3: the challenger's next turn."""
    turns = [CAT, passes(2), plays(1, "9H OH"), plays(3, "8F S..."), plays(0, "10H OE")]
    played = game(turns, BOX, players=4)
    assert played.faults == {}
    moving = [game(turns[:number], BOX, players=4).to_move for number in range(6)]
    assert moving == [0, 1, 1, 3, 0, 1]


def test_lost_turn_is_lost_once_and_play_continues():
    turns = [CAT, passes(1), plays(2, "9H OH")]
    assert [game(turns[:number], BOX, players=3).to_move for number in range(4)] == [0, 1, 2, 0]
    assert game([*turns, plays(0, "8F S...")], BOX, players=3).to_move == 1


def test_withdrawn_play_does_not_restore_a_lost_turn():
    turns = [CAT, passes(2), plays(1, "9H OH"), withdraws(1)]
    played = game(turns, BOX, players=4)
    assert (played.faults, played.to_move) == ({}, 3)


def test_turn_is_lost_out_of_order_only_after_a_play():
    assert list(game([passes(0), passes(2)], BOX, players=3).faults) == [1]
    assert list(game([CAT, passes(0)], BOX, players=3).faults) == [1]
    assert list(game([CAT, passes(0)]).faults) == [1]


@pytest.mark.full
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(sorted(catalogue.rule_sets())), st.data())
def test_copy_continues_independently_with_the_same_result(seed, rules, data):
    habits = Habits(phonies=0.2, challenged=0.8, vain_challenges=0.15, overtime=0.4, stalemates=0.2)
    played = simulate_game(seed, catalogue.rule_set(rules), tile_set=ENGLISH, habits=habits)
    turns = list(played.record.turns)
    # Lost turns, so that some later ones no longer fit.
    for _ in range(data.draw(st.integers(0, 3))):
        del turns[data.draw(st.integers(0, len(turns) - 1))]
    at = data.draw(st.integers(0, len(turns)))
    setting = (played.rules, played.tile_set, played.layout, len(played.record.seats))
    before = replay(turns[:at], *setting)
    assert known(before.copy().add_turns(turns[at:])) == known(replay(turns, *setting))
    assert known(before) == known(replay(turns[:at], *setting))


def known(game: Replay) -> dict[str, object]:
    """Return the state of a replay: the tiles on the board, the last play and so on."""
    board = game.board
    return vars(game) | {"board": (board.grid, board.laid, board.touching, board.cut_short)}


def test_later_fault_does_not_cancel_going_out():
    overdue = out_after(bonus(1, 5))
    assert [codes(reasons) for reasons in overdue.faults.values()] == [["no_play_before"]]
    assert overdue.out == 0
    assert out_after(passes(1), passes(0)).out is None


class Closely(Replay):
    """A replay that applies all rules without the shortcut for plain plays."""

    def _take_plain(self, turns):  # noqa: ARG002
        return 0


BLANKS_ALONE = [plays(0, "8G at"), *(passes(number % 2) for number in range(1, 6))]


def test_play_of_two_blanks_counts_as_a_scoreless_turn():
    for number in range(1, 7):
        assert game(BLANKS_ALONE[:number]).scoreless == number
    assert game([plays(1, "8G at")]).scoreless == 1  # out of turn
    assert game(BLANKS_ALONE, "wespa").may_end or game(BLANKS_ALONE, "wespa").has_ended
    assert not game(BLANKS_ALONE[:5], "wespa").has_ended


@pytest.mark.full
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(["naspa_nwl", "wespa", "box_hasbro"]), st.data())
def test_fast_replay_of_plain_plays_equals_the_full_one(seed, rules, data):
    """With any error in the record: turns lost or doubled, another rack, square, player or word."""
    habits = Habits(phonies=0.1, challenged=0.8, vain_challenges=0.1, stalemates=0.1)
    played = simulate_game(seed, catalogue.rule_set(rules), tile_set=ENGLISH, habits=habits)
    turns = list(played.record.turns)
    setting = (played.rules, played.tile_set, played.layout, len(played.record.seats))
    for _ in range(data.draw(st.integers(0, 2))):
        at = data.draw(st.integers(0, len(turns) - 1))
        turn = turns[at]
        turns[at : at + 1] = data.draw(
            st.sampled_from(
                [
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
            )
        )
    quick, close = Replay(*setting).add_turns(turns), Closely(*setting).add_turns(turns)
    assert known(quick) == known(close)
