"""Remove several prizes at once with one log entry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor
from tournament.actions.act import Refused, act, refuse_when_changed
from tournament.actions.standings.prizes import (
    prize_description,
    prize_log_values,
    version_of_prize,
)
from tournament.models import Event, Prize
from tournament.queries.standings.prizes import prizes_of
from tournament.queries.versions import version_of
from tournament.wording.log import say


def remove_prizes(
    actor: Actor, event: Event, prizes: Sequence[Prize], *, seen: str | None = None
) -> list[Prize]:
    """Remove the prizes, all of them or none, and return them.

    `seen` is the version (`version_of_prizes`) on the confirmation page, or None. Raise
    `EditConflict` if a prize has changed since, and `Refused` if one has been removed in the meantime.
    """
    with act(actor, event) as action:
        wanted = {prize.pk for prize in prizes}
        removed = [prize for prize in prizes_of(event) if prize.pk in wanted]
        if len(removed) < len(wanted):
            raise Refused(
                _(
                    "Another person removed one of these prizes in the meantime. Nothing was "
                    "changed."
                )
            )
        version = version_of_prizes(removed)
        refuse_when_changed(seen, version, what=_("The list of prizes"), now={})
        Prize.objects.filter(pk__in=wanted).update(removed_at=timezone.now())
        action.log(
            "remove_prizes",
            say(
                "remove_prizes",
                prizes=len(removed),
                event=event,
                names=[prize_description(prize) for prize in removed],
            ),
            before=[prize_log_values(prize) for prize in removed],
        )
    return removed


def version_of_prizes(prizes: Iterable[Prize]) -> str:
    """Return a version key that changes if any of the prizes changes."""
    return version_of([version_of_prize(prize) for prize in prizes])
