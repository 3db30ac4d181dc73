"""Rule on a turn whose announced and correct scores differ, or withdraw a ruling. Both scores are kept."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.actions.activity import Actor, log
from scoring.actions.flips import log_flip
from scoring.actions.refusals import Refused
from scoring.actions.turns import index_of, lock_sheet, require_reason_if_signed, scope_of
from scoring.engine.game.outcome import Outcome
from scoring.models import Game, Ruling, TurnEntry
from scoring.wording.log import say


def rule_on_entry(
    entry: TurnEntry,
    decision: str,
    actor: Actor,
    *,
    reason: str = "",
    before: Outcome | None = None,
) -> Ruling:
    """Decide which score counts if the announced and correct scores differ, superseding any earlier ruling.

    `decision` is a `Ruling.Decision`. `before` is the outcome that counted until now, if the same
    action has already changed the turn. Raise `Refused` if the scores do not differ, or if the slip
    is signed and no reason is given, and `EditConflict` if the turn was replaced. May raise the
    exceptions of `lock_sheet`.
    """
    game = entry.game
    with transaction.atomic():
        now = lock_sheet(game, None)
        require_reason_if_signed(now.game, reason)
        row = now.rows[index_of(now, entry)]
        if not row.differs or row.announced is None:
            raise Refused(
                _("Turn {turn}: the announced score is correct, so no ruling is needed.").format(
                    turn=row.number
                )
            )
        Ruling.objects.filter(entry=entry, superseded_at__isnull=True).update(
            superseded_at=timezone.now()
        )
        ruling = Ruling.objects.create(
            entry=entry, decision=Ruling.Decision(decision), announced=row.announced, correct=row.correct,
            reason=reason, ruled_at=timezone.now(), ruled_by=actor.user,
        )  # fmt: skip
        _log_ruling("rule", game, row.number, ruling, actor, reason)
        why = say("ruled_on", turn=row.number, decision=say(str(ruling.decision)))
        log_flip(game, actor, before or now.outcome, why, reason=reason, ruling=ruling)
    return ruling


def withdraw_ruling(entry: TurnEntry, actor: Actor, *, reason: str = "") -> None:
    """Withdraw the ruling on a turn; it is kept as superseded.

    Raise `Refused` if the turn has no ruling, or if the slip is signed and no reason is given, and
    `EditConflict` if the turn was replaced. May raise the exceptions of `lock_sheet`.
    """
    game = entry.game
    with transaction.atomic():
        now = lock_sheet(game, None)
        require_reason_if_signed(now.game, reason)
        row = now.rows[index_of(now, entry)]
        ruling = Ruling.objects.filter(entry=entry, superseded_at__isnull=True).first()
        if ruling is None:
            raise Refused(_("There is no ruling on turn {turn}.").format(turn=row.number))
        won = now.outcome
        ruling.superseded_at = timezone.now()
        ruling.save(update_fields=["superseded_at"])
        _log_ruling("take_ruling_back", game, row.number, ruling, actor, reason)
        log_flip(game, actor, won, say("ruling_taken_back", turn=row.number), reason=reason)


def _log_ruling(
    verb: str, game: Game, turn: int, ruling: Ruling, actor: Actor, reason: str
) -> None:
    summary = say(
        verb,
        game=game,
        turn=turn,
        announced=ruling.announced,
        correct=ruling.correct,
        decision=say(str(ruling.decision)),
    )
    log(actor, verb, summary, scope=scope_of(game), reason=reason)
