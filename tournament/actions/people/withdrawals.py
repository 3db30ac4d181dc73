"""Withdrawals, no-shows and returns. Nobody who was paired is ever deleted."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.wording.sentence import Sentence
from tournament.actions.act import Refused, act
from tournament.actions.people.check_in import check_in
from tournament.actions.people.seats import give_bye, mark_pairing_replaced, seat_pair
from tournament.actions.results.awards import (
    award_forfeit,
    award_round_after_leaving,
    award_round_before_return,
)
from tournament.actions.results.results import enter_result
from tournament.engine.attendance import (
    Withdrawal,
    reasons_not_to_leave,
    rounds_after_leaving_message,
)
from tournament.engine.message import Message, messages_as_json
from tournament.engine.results import Outcome
from tournament.models import Entry, Pairing, Round
from tournament.queries.people.check_in import (
    byes_in,
    drafts_with_entry,
    latest_round,
    pairing_in,
    situation_of,
)
from tournament.wording.log import say
from tournament.wording.sentences import sentences


@dataclass(frozen=True)
class WithdrawalResult:
    """The withdrawn entry, a sentence about the withdrawal, and the rounds whose drafts still contain the entry.

    `missed` describes the outcome of later rounds; None if the entry stays in or no round is left.
    """

    entry: Entry
    sentence: str
    missed: Message | None = None
    drafts: tuple[int, ...] = ()


def withdraw(
    actor: Actor,
    entry: Entry,
    way: Withdrawal = Withdrawal.AFTER,
    *,
    after: int = 0,
    reason: str = "",
    missed_as: str = "",
) -> WithdrawalResult:
    """Withdraw the entry in one of the ways offered at the desk; games already played are kept.

    `after` is the last round it plays, for `Withdrawal.AFTER`; the other ways concern the
    current round, and a no-show stays entered for the next one. `missed_as` is the outcome of later
    rounds, forfeit or void; by default the event's rules decide. Raise `Refused` with every reason.
    """
    reason = " ".join(reason.split())
    with act(actor, entry.division) as action:
        entry = _reload(entry)
        now = situation_of(entry)
        reasons = list(sentences(reasons_not_to_leave(way, now, after)))
        if entry.withdrawn_after is not None and entry.withdrawn_after < now.round:
            sentence = (
                _("{player} withdrew after round {round}. Let the player return first.")
                if entry.withdrawn_after
                else _("{player} withdrew before round 1. Let the player return first.")
            )
            reasons = [sentence.format(player=entry.name, round=entry.withdrawn_after)]
        if reasons:
            raise Refused(" ".join(reasons))
        with action.undo_step():
            before = _attendance_values(entry)
            if way is not Withdrawal.NO_SHOW:
                entry.rounds_after_leaving = missed_as
            if way is Withdrawal.AFTER:
                last = after
            else:
                last = now.round - 1
                round_ = latest_round(entry.division)
                own = pairing_in(entry, round_) if round_ else None
                assert round_ is not None
                assert own is not None
                round_.division = entry.division
                _vacate_seat(actor, way, round_, own, entry)
            if way is not Withdrawal.NO_SHOW:
                entry.withdrawn_after = last
                entry.save(update_fields=["withdrawn_after", "rounds_after_leaving"])
            summary = _withdrawal_sentence(entry, way, now.round, last)
            action.log(
                "no_show" if way is Withdrawal.NO_SHOW else "withdraw",
                summary,
                reason=reason,
                before=before,
                after=_attendance_values(entry) | {"way": way},
            )
        if way is Withdrawal.NO_SHOW:
            return WithdrawalResult(entry, summary.text)
        drafts = drafts_with_entry(entry, max(last, 0))
    missed = missed_rounds_outcome(entry, now.round if way is Withdrawal.FORFEIT else last)
    return WithdrawalResult(entry, summary.text, missed, tuple(drafts))


def missed_rounds_outcome(entry: Entry, after: int) -> Message | None:
    """Return the outcome of the rounds after `after` for a withdrawn entry; None if no round is left."""
    division = entry.division
    return rounds_after_leaving_message(
        entry.missed_round_outcome, division.event.rules, after + 1, division.rounds_planned
    )


def _attendance_values(entry: Entry) -> dict[str, object]:
    """Return the attendance of an entry for the log, with the outcome of missed rounds if it was chosen."""
    decided = {"rounds_after_leaving": entry.rounds_after_leaving}
    return {
        "number": entry.number,
        "withdrawn_after": entry.withdrawn_after,
        **(decided if entry.rounds_after_leaving else {}),
    }


def return_entry(actor: Actor, entry: Entry, *, here: bool = False) -> Entry:
    """Let a withdrawn entry play again from the next round on; with `here` it is checked in too.

    Rounds published in the meantime are a forfeit or void, as chosen at the withdrawal or else by the
    event's rules. Raise `Refused` if the entry has not withdrawn.
    """
    with act(actor, entry.division) as action:
        entry = _reload(entry)
        if entry.withdrawn_after is None:
            raise Refused(_("{player} has not withdrawn.").format(player=entry.name))
        with action.undo_step():
            left_after, missed_as, before = (
                entry.withdrawn_after,
                entry.missed_round_outcome,
                _attendance_values(entry),
            )
            entry.withdrawn_after, entry.rounds_after_leaving = None, ""
            entry.save(update_fields=["withdrawn_after", "rounds_after_leaving"])
            division = entry.division
            rounds = Round.objects.filter(division=division, number__gt=left_after)
            for round_ in rounds.exclude(phase=Round.Phase.DRAFT).order_by("number"):
                if pairing_in(entry, round_) is None:
                    award_round_before_return(actor, division, round_, entry, missed_as)
            if here:
                check_in(actor, entry, here=True)
            action.log(
                "return_entry",
                say("return_entry", player=entry.name, division=division),
                before=before,
                after=_attendance_values(entry),
            )
    return entry


def _vacate_seat(actor: Actor, way: Withdrawal, round_: Round, own: Pairing, entry: Entry) -> None:
    """Change the current round after the entry has left it.

    Either the entry forfeits, or its opponent gets the bye or meets the player who had it.
    """
    rules = entry.division.event.rules
    if way in (Withdrawal.NO_SHOW, Withdrawal.FORFEIT):
        if own.second_id is None:
            mark_pairing_replaced(own)
            alone = Pairing.objects.create(
                round=round_, first=entry, reasons=messages_as_json([Message("no_show")])
            )
            award_forfeit(actor, alone, rules)
            return
        first = own.first_id == entry.pk
        outcome = Outcome.FIRST_FORFEITS if first else Outcome.SECOND_FORFEITS
        enter_result(actor, own, outcome=outcome, accepted=True)
        return
    opponent = own.second if own.first_id == entry.pk else own.first
    assert opponent is not None
    assert own.board is not None
    mark_pairing_replaced(own)
    if way is Withdrawal.OPPONENT_BYE:
        give_bye(actor, round_, opponent, Message("opponent_left", entry=entry.number))
    else:
        bye = byes_in(round_)[0]
        mark_pairing_replaced(bye)
        seat_pair(
            round_, own.board, opponent, bye.first, Message("in_place_of", entry=entry.number)
        )
    award_round_after_leaving(actor, entry.division, round_, entry)


LEAVING_MESSAGE_CODES = {
    Withdrawal.NO_SHOW: "no_show",
    Withdrawal.FORFEIT: "left_forfeiting",
    Withdrawal.OPPONENT_BYE: "left_opponent_bye",
    Withdrawal.OPPONENT_MEETS_BYE: "left_opponent_meets_bye",
}
"""The code of the log message for each way of leaving the current round."""


def _withdrawal_sentence(entry: Entry, way: Withdrawal, round_number: int, last: int) -> Sentence:
    player, division = entry.name, entry.division
    if way is not Withdrawal.AFTER:
        return say(LEAVING_MESSAGE_CODES[way], player=player, division=division, round=round_number)
    if last:
        return say("withdraw_after", player=player, division=division, round=last)
    return say("withdraw_before", player=player, division=division)


def _reload(entry: Entry) -> Entry:
    """Return the entry, read again from the database, with its division and event loaded."""
    fresh = Entry.objects.select_related("player").get(pk=entry.pk)
    fresh.division = entry.division
    return fresh
