"""Change a draft by hand, or those boards of a published round on which no game has begun."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from scoring.wording.phrases import comma_list, label_within_sentence
from tournament.actions.act import ReasonMissing, Refused, act
from tournament.actions.people.seats import give_bye, mark_pairing_replaced
from tournament.engine.message import Message, messages_as_json
from tournament.engine.pairing.arrangement import Arrangement
from tournament.models import Entry, Pairing, Round
from tournament.models.rounds import Phase
from tournament.queries.people.entries import division_field
from tournament.queries.rounds.drafts import (
    arrangement_of,
    arrangement_problems,
    arrangement_request,
    begun_boards,
    problem_sentences,
)
from tournament.queries.rounds.rounds import current_pairings
from tournament.wording.log import say


def rearrange_round(
    actor: Actor, round_: Round, wanted: Arrangement, *, seen: str, reason: str = ""
) -> Round:
    """Seat everybody as in `wanted`, leaving the boards that it does not change as they are.

    `seen` is the arrangement the director started from, as a string. Dropped pairings are marked as
    replaced, not deleted. Raise `Refused` with every reason or if the arrangement has changed
    since, and `ReasonMissing` if the round is published and no reason is given.
    """
    division = round_.division
    reason = " ".join(reason.split())
    with act(actor, division) as action:
        round_ = Round.objects.select_for_update(no_key=True).get(pk=round_.pk)
        round_.division = division
        now = arrangement_of(round_)
        if str(now) != seen:
            raise Refused(
                _(
                    "Another person changed {round} in the meantime. Check it, then make your "
                    "change."
                ).format(round=round_)
            )
        if reasons := rearrangement_obstacles(round_, now, wanted):
            raise Refused(" ".join(reasons))
        names = dict(division_field(division).names)
        problems = arrangement_problems(arrangement_request(round_), now, wanted)
        if faults := problem_sentences(problems, names, blocking=True):
            raise Refused(" ".join(faults))
        if round_.is_public and not reason:
            raise ReasonMissing(
                _("{round} is {phase}. Give a reason.").format(
                    round=round_, phase=label_within_sentence(round_.get_phase_display())
                )
            )
        with action.undo_step(since=round_.number):
            _apply_arrangement(actor, round_, now, wanted)
            action.log(
                "rearrange_round",
                say("rearrange_round", round=round_.number, division=division),
                reason=reason,
                before=str(now),
                after=str(wanted),
            )
    return round_


def rearrangement_obstacles(round_: Round, now: Arrangement, wanted: Arrangement) -> list[str]:
    """Return every reason against the change to `wanted`, except problems that the checker finds."""
    if round_.phase == Phase.CLOSED:
        return [_("{round} is closed. Reopen it first.").format(round=round_)]
    if wanted == now:
        return [_("Nothing was changed.")]
    reasons = []
    gone = set(wanted.changed_boards(now))
    begun = [str(board) for board in begun_boards(round_) if board in gone]
    if begun:
        reasons.append(
            ngettext(
                "Board {boards} has a result or a recorded game and cannot be changed.",
                "Boards {boards} have a result or a recorded game and cannot be changed.",
                len(begun),
            ).format(boards=comma_list(begun))
        )
    if wanted.numbers != now.numbers and round_.is_public:
        reasons.append(
            _("On this page, you cannot add players to a published round or remove them from it.")
        )
    return reasons


def _apply_arrangement(actor: Actor, round_: Round, now: Arrangement, wanted: Arrangement) -> None:
    entries = {entry.number: entry for entry in Entry.objects.filter(division=round_.division)}
    for pairing in current_pairings(round_).select_related("first", "second"):
        if pairing.second is not None:
            seat = (pairing.board, pairing.first.number, pairing.second.number)
            if seat not in wanted.seats:
                mark_pairing_replaced(pairing)
        elif pairing.first.number in now.byes and pairing.first.number not in wanted.byes:
            mark_pairing_replaced(pairing)
    why = Message("changed_by_hand")
    for seat in wanted.seats:
        if seat not in now.seats:
            board, first, second = seat
            Pairing.objects.create(
                round=round_,
                board=board,
                first=entries[first],
                second=entries[second],
                reasons=messages_as_json([why]),
            )
    for number in wanted.byes:
        if number not in now.byes:
            if round_.is_public:
                give_bye(actor, round_, entries[number], why)
            else:
                Pairing.objects.create(
                    round=round_, first=entries[number], reasons=messages_as_json([why])
                )
