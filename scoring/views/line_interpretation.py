"""Interpret a typed line on the pad: errors, questions, and the result of trying the turn."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _

from scoring.engine.game.legality import Reason
from scoring.engine.game.turns import TurnKind
from scoring.engine.typing.typed_turn import LineNotUnderstood
from scoring.forms import LineForm, typed_reason
from scoring.models import TurnEntry
from scoring.queries.sheets import GameSheet
from scoring.queries.turn_preview import TurnPreview, check_turn, preview_turn
from scoring.views.pad_page import EntryLine
from scoring.wording.engine import sentence, sentences
from scoring.wording.typed_words import parse_localized_turn

UNSCORED_QUESTION = "read_as_unscored"
"""The code of the question about a play without a score, which is not asked while the line is being typed."""


def entry_line_from_form(
    request: HttpRequest,
    now: GameSheet,
    form: LineForm,
    entry: TurnEntry | None = None,
    *,
    inserting: bool = False,
) -> EntryLine:
    """Return the entry line as typed; `entry` is the turn it corrects or is inserted before.

    Without `entry`, the form may name that turn.
    """
    typed = " ".join(str(form.data.get("line", "")).split())
    if entry is None:
        inserting = bool(request.POST.get("before"))
        wanted = str(request.POST.get("before" if inserting else "correct", ""))
        entry = next((item for item in now.entries if str(item.pk) == wanted), None)
    return EntryLine(
        typed,
        corrected_entry=None if inserting else entry,
        following_entry=entry if inserting else None,
        cased=bool(form.data.get("cased")),
        reason=typed_reason(form.data),
    )


def try_line(now: GameSheet, entering: EntryLine, *, to_record: bool = False) -> TurnPreview | None:
    """Read the line and try it, setting the errors, questions, clock and trial of `entering`.

    Return None if the line cannot be recorded. In a preview, a missing score raises no question.
    """
    entry = entering.target_entry
    index = None
    if entry is not None:
        index = next((i for i, item in enumerate(now.entries) if item.pk == entry.pk), None)
    position = now.position_before(len(now.entries) if index is None else index)
    corrects = index is not None and entering.corrected_entry is not None
    seat = now.record.turns[index].player if index is not None and corrects else None
    read = parse_localized_turn(
        entering.text, position, seat=seat, names=now.names, cased=entering.cased
    )
    if isinstance(read, LineNotUnderstood):
        entering.errors = [sentence(read.message)]
        return None
    entering.clock = read.clock
    judged = check_turn(now, read.turn, index, inserting=not corrects and index is not None)
    trial = preview_turn(now, judged, line=entering.text, cased=entering.cased)
    entering.trial = trial
    if not judged.can_be_recorded:
        entering.errors = [
            *(sentence(fault.message) for fault in judged.faults),
            *trial.suggestions,
        ]
        return None
    open_questions = [q for q in read.questions if to_record or q.code != UNSCORED_QUESTION]
    questions = [
        *sentences(open_questions),
        *(sentence(fault.message) for fault in judged.faults),
        *trial.suggestions,
    ]
    reasons = {fault.reason for fault in judged.faults}
    if not position.turns and Reason.OUT_OF_TURN in reasons:
        questions.append(_("On this sheet, {player} goes first.").format(player=now.names[0]))
    if position.turns and Reason.NOT_CONNECTED in reasons:
        questions.append(_("If an earlier turn is missing, enter that one first."))
    if to_record and read.turn.kind is TurnKind.PLAY and read.turn.announced is None:
        questions.append(
            _(
                "No score was typed; {score} is correct. Add the announced score, or record the "
                "turn without it."
            ).format(score=trial.score)
        )
    entering.questions = questions
    return trial
