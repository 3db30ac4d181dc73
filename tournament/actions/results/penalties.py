"""Spread penalties given by the director, each with a reason; they are revoked, never deleted."""

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from scoring.wording.phrases import format_signed
from tournament.actions.act import ReasonMissing, Refused, act, refuse_when_changed
from tournament.models import Entry, Penalty, Round
from tournament.models.rounds import Phase
from tournament.queries.versions import version_of_penalties
from tournament.wording.log import say

MAX_PENALTY = 1000
"""Spread above which a penalty must be a typing error."""


def give_penalty(
    actor: Actor,
    entry: Entry,
    *,
    round_number: int,
    spread: int,
    reason: str,
    seen: str | None = None,
) -> Penalty:
    """Add `spread` (negative for a deduction) to the entry's spread in a published round.

    `seen` is the version of the entry's penalties on the form, or None. Raise `Refused` if the round
    is not published or the spread is 0 or too large, `ReasonMissing` if no reason is given, and
    `EditConflict` if the penalties have changed since.
    """
    division = entry.division
    reason = " ".join(reason.split())
    with act(actor, division) as action:
        reasons = []
        played = Round.objects.filter(division=division, number=round_number)
        if not played.exclude(phase=Phase.DRAFT).exists():
            reasons.append(
                _("Round {round} is not published, so a penalty would have no effect.").format(
                    round=round_number
                )
            )
        if spread == 0:
            reasons.append(_("A penalty of 0 changes nothing. Enter the spread to deduct."))
        if abs(spread) > MAX_PENALTY:
            reasons.append(
                _("A penalty of {spread} is too large; the maximum is {most}.").format(
                    spread=format_signed(spread), most=MAX_PENALTY
                )
            )
        if reasons:
            raise Refused(" ".join(reasons))
        if not reason:
            raise ReasonMissing(_("Give a reason for the penalty; others will ask about it."))
        there = list(Penalty.objects.filter(entry=entry).order_by("pk"))
        refuse_when_changed(
            seen,
            version_of_penalties(there),
            what=_("The list of penalties of {player}").format(player=entry.name),
            now=there,
        )
        with action.undo_step(entry=entry):
            penalty = Penalty.objects.create(
                entry=entry,
                round_number=round_number,
                spread=spread,
                reason=reason,
                entered_by=actor.user,
                entered_at=timezone.now(),
            )
            action.log(
                "give_penalty",
                say(
                    "give_penalty",
                    player=entry.name,
                    division=division,
                    spread=format_signed(spread),
                    round=round_number,
                ),
                reason=reason,
                after={"number": entry.number, "round": round_number, "spread": spread},
            )
    return penalty


def revoke_penalty(actor: Actor, penalty: Penalty, *, reason: str) -> Penalty:
    """Revoke the penalty without deleting it.

    Raise `Refused` if it has already been revoked, and `ReasonMissing` if no reason is given.
    """
    entry = penalty.entry
    reason = " ".join(reason.split())
    with act(actor, entry.division) as action:
        penalty.refresh_from_db(fields=["revoked_at"])
        if penalty.revoked_at is not None:
            raise Refused(_("This penalty has already been revoked."))
        if not reason:
            raise ReasonMissing(_("Give a reason for revoking the penalty."))
        with action.undo_step(entry=entry):
            penalty.revoked_at = timezone.now()
            penalty.save(update_fields=["revoked_at"])
            action.log(
                "revoke_penalty",
                say(
                    "revoke_penalty",
                    player=entry.name,
                    division=entry.division,
                    spread=format_signed(penalty.spread),
                    round=penalty.round_number,
                ),
                reason=reason,
                before={"number": entry.number, "spread": penalty.spread},
            )
    return penalty
