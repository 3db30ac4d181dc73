"""Late entries, withdrawals, no-shows, returns and penalties."""

import pytest

from tests.tournament.actions.safety.at_the_desk import number
from tournament.actions.act import ReasonMissing, Refused
from tournament.actions.people.entries import add_players
from tournament.actions.people.late_entries import add_late_entries
from tournament.actions.people.withdrawals import return_entry, withdraw
from tournament.actions.results.penalties import give_penalty, revoke_penalty
from tournament.actions.results.results import enter_result
from tournament.actions.rounds.drafts import draft_round_robin, pair_by_hand
from tournament.actions.rounds.rounds import close_round, publish_round
from tournament.engine.attendance import LateEntry, Withdrawal
from tournament.models import Entry, Pairing, ResultEntry
from tournament.queries.safety.recheck import recheck
from tournament.queries.standings.standings import division_standings

pytestmark = pytest.mark.django_db


def listed(round_):
    live = Pairing.objects.filter(round=round_, replaced_at=None).order_by("board", "id")
    return sorted(
        (p.board or 0, frozenset((p.first.number, p.second.number if p.second else 0)))
        for p in live.select_related("first", "second")
    )


def at(round_, wanted):
    return Pairing.objects.get(round=round_, board=wanted, replaced_at=None)


def outcome(round_, wanted):
    """Return the award of an entry without an opponent in a round, and its spread."""
    row = ResultEntry.objects.get(
        pairing__round=round_,
        pairing__first__number=wanted,
        pairing__second=None,
        standing="counts",
    )
    return row.outcome, row.first_score


@pytest.fixture
def five_players(desk, four):
    add_players(desk, four, "Eve Stone 1400")
    return four


@pytest.fixture
def odd_round(desk, five_players):
    """Publish round 1: 1-2 on board 1, 3-4 on board 2, a bye for 5."""
    round_ = pair_by_hand(desk, five_players, [(1, 2), (3, 4)], [5], firsts_as_listed=True)
    return publish_round(desk, round_)


def test_withdrawn_player_is_no_longer_paired_but_keeps_earlier_results(desk, round_one, board):
    four = round_one.division
    enter_result(desk, board(1), 400, 380)
    enter_result(desk, board(2), 400, 350)
    withdraw(desk, number(four, 4), after=1)
    close_round(desk, round_one)
    second = publish_round(desk, pair_by_hand(desk, four, [(1, 3)], [2]))
    assert outcome(second, 4) == ("first_forfeits", -50)
    last = division_standings(four).rows[-1]
    assert (last.person.number, last.line.record, last.line.withdrawn) == (4, "0-2", True)
    assert list(recheck(four.event)) == []


def test_withdrawal_lists_the_drafts_that_include_the_player(desk, four):
    draft_round_robin(desk, four, accepted=True)
    assert withdraw(desk, number(four, 4), after=1).drafts == (2, 3)


def test_opponent_of_a_withdrawn_player_may_meet_the_player_with_the_bye(desk, odd_round):
    withdraw(desk, number(odd_round.division, 4), Withdrawal.OPPONENT_MEETS_BYE)
    assert listed(odd_round) == [(0, {4, 0}), (1, {1, 2}), (2, {3, 5})]
    assert not ResultEntry.objects.filter(outcome="bye", standing="counts").exists()
    assert list(recheck(odd_round.division.event)) == []


def test_withdrawal_during_a_round_is_a_forfeit_and_changes_no_boards(desk, odd_round):
    enter_result(desk, at(odd_round, 1), 400, 380)
    before = listed(odd_round)
    four = number(odd_round.division, 4)
    with pytest.raises(Refused, match="no board can change"):
        withdraw(desk, four, Withdrawal.OPPONENT_BYE)
    withdraw(desk, four, Withdrawal.FORFEIT)
    assert listed(odd_round) == before
    result = at(odd_round, 2).results.get()
    assert (result.outcome, result.first_score, result.second_score) == ("second_forfeits", 50, -50)
    assert number(odd_round.division, 4).withdrawn_after == 0


def test_withdrawal_from_a_played_or_closed_round_is_refused(desk, round_one, board):
    four = number(round_one.division, 4)
    enter_result(desk, board(2), 400, 350)
    with pytest.raises(Refused, match="Board 2 has a result"):
        withdraw(desk, four, Withdrawal.FORFEIT)
    enter_result(desk, board(1), 400, 350)
    close_round(desk, round_one)
    with pytest.raises(Refused, match="Round 1 is closed"):
        withdraw(desk, four, after=0)
    assert number(round_one.division, 4).withdrawn_after is None


@pytest.mark.parametrize(
    ("rule", "missed_as", "sentence", "published", "missed_round"),
    [
        ("void", "", "rounds_void", None, ("void", 0)),
        ("void", "forfeit", "rounds_forfeit", ("first_forfeits", -50), ("first_forfeits", -50)),
        ("forfeit", "", "rounds_forfeit", ("first_forfeits", -50), ("first_forfeits", -50)),
        ("forfeit", "void", "rounds_void", None, ("void", 0)),
    ],
)
def test_withdrawal_applies_the_rule_or_the_directors_choice_even_on_return(
    desk, round_one, board, rule, missed_as, sentence, published, missed_round
):
    division = round_one.division
    division.event.rules_copy["rounds_after_leaving"] = rule
    division.event.save()
    division.rounds_planned = 3
    division.save()
    enter_result(desk, board(1), 400, 380)
    enter_result(desk, board(2), 400, 350)
    close_round(desk, round_one)
    left = withdraw(desk, number(division, 4), after=1, missed_as=missed_as)
    assert (left.missed.code, left.missed.params["first"], left.missed.params["last"]) == (
        sentence, 2, 3,
    )  # fmt: skip
    second = publish_round(desk, pair_by_hand(desk, division, [(1, 3)], [2]))
    assert (outcome(second, 4) if (0, {4, 0}) in listed(second) else None) == published
    return_entry(desk, number(division, 4))
    assert outcome(second, 4) == missed_round
    back = number(division, 4)
    assert (back.withdrawn_after, back.rounds_after_leaving) == (None, "")
    with pytest.raises(Refused, match="Dai Jones has not withdrawn"):
        return_entry(desk, number(division, 4))
    assert list(recheck(division.event)) == []


def test_late_entry_plays_the_bye_without_changing_other_boards(desk, odd_round):
    added = add_late_entries(desk, odd_round.division, "Finn Late 1300", LateEntry.BYES_SEAT)
    assert [entry.number for entry in added.entries] == [6]
    assert listed(odd_round) == [(1, {1, 2}), (2, {3, 4}), (3, {5, 6})]
    replaced = Pairing.objects.exclude(replaced_at=None)
    assert sorted(p.first.number for p in replaced) == [5, 6]
    assert not ResultEntry.objects.filter(standing="counts").exists()


def test_late_entry_waits_once_the_round_is_being_played(desk, odd_round):
    enter_result(desk, at(odd_round, 1), 400, 380)
    with pytest.raises(Refused, match="Round 1 is being played: Finn Late joins in round 2"):
        add_late_entries(desk, odd_round.division, "Finn Late", LateEntry.BYES_SEAT)
    assert Entry.objects.count() == 5
    add_late_entries(desk, odd_round.division, "Finn Late", LateEntry.NEXT_ROUND)
    assert outcome(odd_round, 6) == ("first_forfeits", -50)


def test_penalty_changes_the_standings_until_revoked(desk, round_one, board):
    enter_result(desk, board(1), 400, 350)
    ana = number(round_one.division, 1)
    penalty = give_penalty(desk, ana, round_number=1, spread=-60, reason="late by 12 minutes")
    assert division_standings(round_one.division).row(1).line.spread == -10
    with pytest.raises(ReasonMissing, match="Give a reason"):
        revoke_penalty(desk, penalty, reason=" ")
    revoke_penalty(desk, penalty, reason="the clock was wrong")
    assert division_standings(round_one.division).row(1).line.spread == 50
    with pytest.raises(Refused, match="already been revoked"):
        revoke_penalty(desk, penalty, reason="again")


def test_invalid_penalty_is_refused_with_every_reason(desk, four):
    with pytest.raises(Refused) as caught:
        give_penalty(desk, number(four, 1), round_number=3, spread=0, reason="")
    assert str(caught.value) == (
        "Round 3 is not published, so a penalty would have no effect. A penalty of 0 changes "
        "nothing. Enter the spread to deduct."
    )
    with pytest.raises(Refused, match="A penalty of −5000 is too large"):
        give_penalty(desk, number(four, 1), round_number=3, spread=-5000, reason="x")
