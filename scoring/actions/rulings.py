"""Taking a ruling back: the difference is open again, and both figures stay on the record."""

from django.db import transaction
from django.utils import timezone

from scoring.actions.activity import Actor, log
from scoring.actions.flips import note_flip
from scoring.actions.refusals import Refused
from scoring.actions.turns import index_of, needs_reason, open_sheet, scope_of
from scoring.models import Ruling, TurnEntry
from scoring.queries.outcomes import outcome_of


def take_ruling_back(entry: TurnEntry, actor: Actor, *, reason: str = "") -> None:
    """The turn is not ruled on any more; the ruling taken back is kept.

    Raises `Refused` when nothing was ruled on it, `GameFinished`, and `ReasonMissing` when the slip
    is signed.
    """
    game = entry.game
    with transaction.atomic():
        now = open_sheet(game, None)
        needs_reason(now.game, reason)
        row = now.rows[index_of(now, entry)]
        ruling = Ruling.objects.filter(entry=entry, superseded_at__isnull=True).first()
        if ruling is None:
            raise Refused(f"Turn {row.number} is not ruled on.")
        won = outcome_of(now)
        ruling.superseded_at = timezone.now()
        ruling.save(update_fields=["superseded_at"])
        log(
            actor,
            "take_ruling_back",
            f"{game}, turn {row.number}: the ruling is taken back. It was: {ruling}",
            scope=scope_of(game),
            reason=reason,
        )
        note_flip(game, actor, won, f"The ruling on turn {row.number} is taken back", reason=reason)
