"""Simulated games follow the rules, contain exactly the inserted mistakes, and depend only on the seed."""

from collections import Counter
from dataclasses import replace

import pytest

from scoring import catalogue
from scoring.engine.audit.audit import AuditStatus, audit
from scoring.engine.audit.findings import Severity
from scoring.engine.game.turns import TurnKind
from scoring.engine.rules import rulesets
from scoring.simulation import CannotSimulate, Habits, MistakeKind, SimulatedGame, simulate_game
from tests.scoring.engine.positions import ENGLISH

BUSY = Habits(phonies=0.2, challenged=0.8, vain_challenges=0.15, overtime=0.4, stalemates=0.2)
FIGURES = {"play_score", "total", "end_rack_amount"}


def seeds(short: int, whole: int) -> pytest.MarkDecorator:
    """Return a mark with a few seeds in the gate and the others in `make long`."""
    rest = pytest.param(range(short, whole), marks=pytest.mark.long)
    return pytest.mark.parametrize("some", [range(short), rest], ids=["first", "rest"])


def game(seed, rules="naspa_nwl", **options) -> SimulatedGame:
    return simulate_game(seed, catalogue.rule_set(rules), tile_set=ENGLISH, **options)


def audited(played: SimulatedGame):
    return audit(played.record, played.rules, played.tile_set, played.layout)


def kinds(played: SimulatedGame) -> Counter:
    return Counter(turn.kind for turn in played.record.turns)


@seeds(3, 8)
@pytest.mark.parametrize("rules", sorted(catalogue.rule_sets()))
def test_games_without_mistakes_are_verified_under_every_rule_set(rules, some):
    for seed in some:
        checked = audited(game(seed, rules, habits=BUSY))
        assert checked.findings == ()
        assert checked.game.settled
        assert checked.status is AuditStatus.VERIFIED


@pytest.mark.full
@seeds(6, 15)
@pytest.mark.parametrize("rules", ["naspa_nwl", "wespa", "absp", "spanish"])
def test_audit_finds_exactly_the_inserted_mistakes(rules, some):
    for seed in some:
        played = game(seed, rules, habits=replace(BUSY, mistakes=0.25))
        matches = audited(played).findings
        assert {finding.severity for finding in matches} <= {Severity.ERROR}
        assert {finding.code for finding in matches} <= FIGURES
        inserted = [(m.turn + 1, m.announced, m.correct) for m in played.mistakes]
        assert [(f.turn, f.announced, f.correct) for f in matches] == inserted
        plays = [finding for finding in matches if finding.code == "play_score"]
        assert all(finding.likely_slips for finding in plays)


@pytest.mark.full
def test_every_kind_of_slip_and_of_turn_except_adjustments_occurs():
    wrong = (game(seed, habits=Habits(mistakes=0.9, stalemates=0)) for seed in range(40))
    assert {mistake.kind for one in wrong for mistake in one.mistakes} == set(MistakeKind)
    busy = [kinds(game(seed, "wespa", habits=BUSY)) for seed in range(6)]
    assert set().union(*busy) == set(TurnKind) - {TurnKind.ADJUSTMENT}


def test_same_seed_gives_the_same_game_and_another_seed_another():
    first, again = game(7, habits=BUSY), game(7, habits=BUSY)
    assert first == again
    assert first.record.turns != game(8, habits=BUSY).record.turns


@pytest.mark.full
def test_simulated_scores_are_realistic():
    finals = [final for seed in range(20) for final in audited(game(seed)).outcome.finals]
    assert 300 < sum(finals) / len(finals) < 450


def test_six_scoreless_turns_and_overtime_end_a_game():
    played = game(1, habits=Habits(stalemates=1, phonies=0))
    last = played.record.turns[-2:]
    assert [turn.kind for turn in last] == [TurnKind.END_RACK, TurnKind.END_RACK]
    assert all(turn.announced < 0 for turn in last)
    before = played.record.turns[-8:-2]
    assert {turn.kind for turn in before} <= {TurnKind.PASS, TurnKind.EXCHANGE}
    assert audited(played).game.out is None
    rules = replace(
        catalogue.rule_set("wespa"),
        overtime_cap_minutes=1,
        overtime_cap_effect=rulesets.CapEffect.LOSES,
    )
    last = simulate_game(1, rules, habits=Habits(overtime=1)).record.turns[-2:]
    assert [(turn.kind, turn.announced) for turn in last] == [(TurnKind.OVERTIME, -10)] * 2


def test_challenged_phony_is_withdrawn_immediately():
    turns = game(2, habits=Habits(phonies=1, challenged=1)).record.turns
    withdrawn = [index for index, turn in enumerate(turns) if turn.kind is TurnKind.WITHDRAWN]
    assert withdrawn
    for index in withdrawn:
        play = turns[index - 1]
        assert play.kind is TurnKind.PLAY
        assert (play.player, -play.announced) == (turns[index].player, turns[index].announced)


@pytest.mark.parametrize("seed", range(4))
def test_phonies_do_not_occur_under_void_rules(seed):
    rules = replace(catalogue.rule_set("naspa_nwl"), challenge=rulesets.ChallengeMode.VOID)
    habits = Habits(phonies=1, vain_challenges=1, stalemates=0)
    played = kinds(simulate_game(seed, rules, habits=habits))
    assert not {TurnKind.WITHDRAWN, TurnKind.CHALLENGE_BONUS} & set(played)


def test_lost_challenge_costs_a_turn_or_five_points_by_the_rules():
    vain = Habits(vain_challenges=1, phonies=0, stalemates=0)
    played = game(3, habits=vain)
    turns = played.record.turns
    assert [turn.kind for turn in turns[:4]] == [TurnKind.PLAY, TurnKind.PASS] * 2
    assert turns[0].player == turns[2].player
    assert audited(played).findings == ()
    play, bonus, *_ = game(3, "wespa", habits=vain).record.turns
    assert (bonus.kind, bonus.player, bonus.announced) == (TurnKind.CHALLENGE_BONUS, play.player, 5)


def test_challenge_penalty_may_be_deducted_from_the_challenger_per_word():
    rules = replace(
        catalogue.rule_set("german"), tile_set="english", penalty_to=rulesets.PenaltyTo.CHALLENGER,
        penalty_per=rulesets.PenaltyPer.WORD,
    )  # fmt: skip
    played = simulate_game(3, rules, habits=Habits(vain_challenges=1, phonies=0, stalemates=0))
    checked, turns = audited(played), played.record.turns
    at = [n for n, turn in enumerate(turns) if turn.kind is TurnKind.CHALLENGE_BONUS]
    assert {turns[index].announced for index in at} > {-10}
    for index in at:
        assert turns[index].player != turns[index - 1].player
        assert turns[index].announced == -10 * len(checked.proof(index - 1).words)
    assert checked.findings == ()


def test_four_players_may_play_where_the_rules_allow_and_may_be_named():
    played = game(4, "box_mattel", players=4)
    assert len({seat.nick for seat in played.record.seats}) == 4
    assert {turn.player for turn in played.record.turns} == {0, 1, 2, 3}
    assert audited(played).findings == ()
    named = game(4, players=["Mira  Stein", "Theo Lang"]).record.seats
    assert [tuple(seat) for seat in named] == [("Mira", "Mira Stein"), ("Theo", "Theo Lang")]


@pytest.mark.parametrize(
    ("rules", "players", "sentence"),
    [
        ("naspa_nwl", 3, "NASPA, NWL is for 2 players, not 3"),
        ("box_mattel", 5, "is for 2 to 4 players, not 5"),
        ("naspa_nwl", ["Mira Stein", "Mira Lang"], "First names must differ"),
        ("naspa_nwl", ["Mira: Stein", "Theo Lang"], "must not contain"),
        ("naspa_nwl", ["", "Theo Lang"], "First names must differ"),
    ],
)
def test_invalid_players_are_refused(rules, players, sentence):
    with pytest.raises(CannotSimulate, match=sentence):
        game(1, rules, players=players)


def test_truth_lists_the_mistakes_as_plain_values():
    played = game(3, habits=Habits(mistakes=0.3))
    mistake = played.mistakes[0]
    assert played.mistakes_as_json()[0] == {
        "turn": mistake.turn + 1, "player": played.record.seats[mistake.player].nick,
        "slip": mistake.kind.value, "announced": mistake.announced, "correct": mistake.correct,
    }  # fmt: skip
    with pytest.raises(ValueError, match=r"mistakes is 1\.5, but a share must be between 0 and 1"):
        Habits(mistakes=1.5)
