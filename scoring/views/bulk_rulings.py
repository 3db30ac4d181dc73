"""Rule on several turns at once: the changes, the typed reasons, and the form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.http import QueryDict

from scoring.actions.disputes import TurnDecision
from scoring.actions.refusals import EditConflict
from scoring.bulk_actions import parse_key
from scoring.forms import typed_reason
from scoring.models import Ruling
from scoring.queries.sheets import GameSheet
from scoring.views.dispute_findings import DisputedTurn
from scoring.wording.outcomes import outcome_sentence


@dataclass(frozen=True)
class TypedReasons:
    """The reasons as typed, and the error message if they were refused.

    One reason is shared; the others are given for single entries, by key.
    """

    shared: str = ""
    by_entry: Mapping[int, str] = field(default_factory=dict)
    error: str = ""


@dataclass(frozen=True)
class TurnCorrection:
    """A turn to be corrected."""

    turn: DisputedTurn
    name: str
    play: str
    wrong: int
    correct: int
    reason: str

    @property
    def difference(self) -> int:
        """Announced minus correct points."""
        return self.wrong - self.correct


@dataclass(frozen=True)
class BulkCorrection:
    """Two or more turns without a ruling, and the result before and after correcting them."""

    changes: tuple[TurnCorrection, ...]
    before: str
    after: str
    changes_winner: bool
    reasons: TypedReasons


def bulk_correction_of(
    turns: Sequence[DisputedTurn], sheet: GameSheet, reasons: TypedReasons
) -> BulkCorrection | None:
    """Return the effect of “Correct all”, or None if fewer than two turns need a ruling."""
    changes = tuple(
        TurnCorrection(
            turn,
            sheet.names[turn.row.seat],
            turn.row.play,
            turn.acceptable_figures[0],
            turn.row.correct,
            reasons.by_entry.get(turn.row.entry.pk, ""),
        )
        for turn in turns
        if turn.row is not None and turn.acceptable_figures and turn.ruling is None
    )
    if len(changes) < 2:
        return None
    # The outcome is the one after correction: without a ruling the correct score counts.
    announced, after = sheet.announced_outcome, sheet.outcome
    return BulkCorrection(
        changes,
        outcome_sentence(announced, sheet.names),
        outcome_sentence(after, sheet.names),
        changes_winner=bool(announced.winners and after.winners)
        and announced.winners != after.winners,
        reasons=reasons,
    )


def submitted_reasons(post: QueryDict) -> TypedReasons:
    """Return the submitted reasons."""
    each = {
        key: typed_reason(post, name)
        for name in post
        if name.startswith("reason-") and (key := parse_key(name.removeprefix("reason-")))
    }
    return TypedReasons(typed_reason(post), each)


def decisions_of(several: BulkCorrection | None, post: QueryDict) -> list[TurnDecision]:
    """Return the decision to correct each turn, with the reason for that turn or else the shared one.

    Raise `EditConflict` if the page showed other changes or there are none.
    """
    changes = several.changes if several is not None else ()
    now = [f"{change.turn.entry_key}:{change.wrong}:{change.correct}" for change in changes]
    if not now or now != post.getlist("turn"):
        raise EditConflict
    reasons = submitted_reasons(post)
    return [
        TurnDecision(
            change.turn.row.entry,
            Ruling.Decision.CORRECT,
            change.wrong,
            reasons.by_entry.get(change.turn.entry_key) or reasons.shared,
        )
        for change in changes
        if change.turn.row is not None
    ]
