"""Enter lines on the score pad: preview, record, correct, insert, remove, undo and redo."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.access import Permission, game_scope, requires
from scoring.actions.activity import Actor
from scoring.actions.edits import insert_checked_turn, redo, remove_turn, undo
from scoring.actions.notes import annotate
from scoring.actions.refusals import EditConflict, Refused
from scoring.actions.turns import (
    correct_with_checked_turn,
    index_of,
    locked_sheet,
    record_checked_turn,
    take_back_turn,
)
from scoring.engine.typing.typed_turn import UnderstoodTurn
from scoring.forms import LineForm, NotesForm, RemoveTurnForm
from scoring.models import Game, TurnEntry
from scoring.queries.sheets import GameSheet, sheet
from scoring.queries.turn_preview import TurnPreview
from scoring.views.line_interpretation import entry_line_from_form, try_line
from scoring.views.pad import find_game, render_pad
from scoring.views.pad_actions import is_fragment, perform_on_pad, seen_version
from scoring.views.pad_page import ConcurrentChange, EntryLine, PadPage
from scoring.views.rulings import refuse_signed_slip
from scoring.views.sentences import entry_sentence, turn_sentence
from scoring.wording.phrases import comma_list
from scoring.wording.typed_words import parse_localized_turn


@requires(Permission.RECORD, game_scope)
@require_POST
def preview_line(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the interpretation of the line, without recording it."""
    now = sheet(find_game(pk))
    form = LineForm(request.POST)
    entering = entry_line_from_form(request, now, form)
    if form.is_valid():
        shown = form.cleaned_data["confirmed"] == entering.text != ""
        try_line(now, entering, to_record=shown)
        entering.hint, entering.errors = " ".join(entering.errors), ()
    else:
        shown, entering.errors = False, form.error_sentences
    if is_fragment(request):
        entering.awaits_confirmation = shown
        return render(request, "scoring/_preview.html", {"page": PadPage(now, entering)})
    entering.awaits_confirmation = bool(entering.questions)
    return render_pad(request, now, entering)


@requires(Permission.RECORD, game_scope)
@require_POST
@refuse_signed_slip
def record_line(request: HttpRequest, pk: int) -> HttpResponse:
    """Record the line as the next turn, preserving the line if it is refused."""
    return _enter_line(request, find_game(pk), None)


@requires(Permission.RECORD, game_scope)
@require_POST
@refuse_signed_slip
def correct_turn_with_line(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Replace a turn with the line. The old turn is kept as superseded."""
    game = find_game(pk)
    return _enter_line(request, game, get_object_or_404(TurnEntry, pk=entry, game=game))


@requires(Permission.RECORD, game_scope)
@require_POST
@refuse_signed_slip
def insert_line(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Insert the line as a forgotten turn before another turn."""
    game = find_game(pk)
    turn_entry = get_object_or_404(TurnEntry, pk=entry, game=game)
    return _enter_line(request, game, turn_entry, inserting=True)


@requires(Permission.RECORD, game_scope)
@require_POST
@refuse_signed_slip
def take_back_last(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back the last turn and name it in a message, so that it can be typed again."""
    game, seen = find_game(pk), seen_version(request)
    now = sheet(game)

    return perform_on_pad(
        request,
        game,
        lambda actor: take_back_turn(game, actor, seen=seen),
        done=lambda entry: _sentence_about_turn(
            _("Turn {turn} has been taken back. {play} You can type it again."), now, entry
        ),
        level=messages.INFO,
    )


@requires(Permission.RECORD, game_scope)
@require_POST
@refuse_signed_slip
def remove_entered_turn(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Remove a turn that was never made, such as one entered twice."""
    game = find_game(pk)
    turn_entry = get_object_or_404(TurnEntry, pk=entry, game=game)
    form = RemoveTurnForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    now, seen = sheet(game), seen_version(request)

    return perform_on_pad(
        request,
        game,
        lambda actor: remove_turn(turn_entry, actor, reason=reason, seen=seen),
        done=lambda _out: _sentence_about_turn(
            _("Turn {turn} has been removed. {play} Undo brings it back."), now, turn_entry
        ),
        level=messages.INFO,
    )


def _sentence_about_turn(sentence: str, now: GameSheet, entry: TurnEntry) -> str:
    """Return the sentence with the number and play of a turn on the sheet `now` filled in."""
    row = next(row for row in now.rows if row.entry.pk == entry.pk)
    return sentence.format(turn=row.number, play=turn_sentence(row.turn, now, row.word))


@requires(Permission.RECORD, game_scope)
@require_POST
@refuse_signed_slip
def annotate_turn(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Save the notes and the mark of a turn."""
    game = find_game(pk)
    turn_entry = get_object_or_404(TurnEntry, pk=entry, game=game)
    form = NotesForm(request.POST)
    text, mark = (form.data.get(name, "") for name in ("text", "mark"))

    def at_the_turn(standing: TurnEntry) -> str:
        numbers = [row.number for row in sheet(game).rows if row.entry.pk == standing.pk]
        return (
            f"{game.get_absolute_url()}?turn={numbers[0]}" if numbers else game.get_absolute_url()
        )

    return perform_on_pad(
        request,
        game,
        lambda actor: annotate(turn_entry, text, actor, mark=mark, seen=seen_version(request)),
        done=_("The notes have been saved."),
        to=at_the_turn,
    )


def _enter_line(
    request: HttpRequest, game: Game, entry: TurnEntry | None, *, inserting: bool = False
) -> HttpResponse:
    """Try the line on the locked game, record it unless questions are open, and respond.

    The line is checked only once, so that the recorded turn and the displayed sheet agree with it.
    """
    fragment = is_fragment(request)
    form = LineForm(request.POST)
    entering, trial, recorded, status = None, None, None, 422
    if form.is_valid():
        try:
            with locked_sheet(game, form.cleaned_data["seen"]) as now:
                entering = entry_line_from_form(request, now, form, entry, inserting=inserting)
                if entering.target_entry is not None:
                    index_of(now, entering.target_entry)
                trial = try_line(now, entering, to_record=True)
                confirmed = form.cleaned_data["confirmed"] == entering.text != ""
                if trial is not None and (confirmed or not entering.questions):
                    _record_tried_turn(
                        now, entering, trial, Actor.for_user(request.user), confirmed=confirmed
                    )
                    recorded = sheet(now.game, trial.checked_turn.after)
        except Refused as refused:
            now, status = sheet(game), 409
            entering = entering or entry_line_from_form(
                request, now, form, entry, inserting=inserting
            )
            if isinstance(refused, EditConflict):
                _show_conflict(now, entering)
            else:
                entering.errors = [str(refused)]
    else:
        now = sheet(game)
        entering = entry_line_from_form(request, now, form, entry, inserting=inserting)
        entering.errors = form.error_sentences
    if recorded is not None and trial is not None:
        _add_messages(request, entering, trial)
        if not fragment:
            return redirect("scoring:pad", pk=game.pk)
        return render_pad(request, recorded, fragment=True)
    if entering.target_entry and entering.target_entry.pk not in {item.pk for item in now.entries}:
        entering.corrected_entry = entering.following_entry = None
    entering.awaits_confirmation = bool(entering.questions)
    return render_pad(request, now, entering, status=status, fragment=fragment)


def _record_tried_turn(
    now: GameSheet, entering: EntryLine, trial: TurnPreview, actor: Actor, *, confirmed: bool
) -> None:
    """Record the tried turn: as the next one, inserted before another, or in place of another."""
    judged, reason, clock = trial.checked_turn, entering.reason, entering.clock
    if entering.following_entry is not None:
        insert_checked_turn(now, judged, actor, reason=reason, confirmed=confirmed, clock=clock)
    elif entering.corrected_entry is not None:
        correct_with_checked_turn(
            now, judged, actor, reason=reason, confirmed=confirmed, clock=clock
        )
    else:
        record_checked_turn(now, judged, actor, confirmed=confirmed, clock=clock)


def _add_messages(request: HttpRequest, entering: EntryLine, trial: TurnPreview) -> None:
    """Add messages about the consequences of a recorded turn."""
    if entering.target_entry is not None:
        done = (
            _("Turn {turn} has been inserted.")
            if entering.following_entry
            else _("Turn {turn} has been corrected.")
        )
        messages.success(request, done.format(turn=trial.number))
    if trial.checked_turn.moved_from:
        messages.info(
            request,
            _(
                "From turn {turn} on, each turn now belongs to the next player. Undo reverses "
                "the whole change."
            ).format(turn=trial.checked_turn.moved_from),
        )
    if trial.broken_turns:
        messages.warning(
            request,
            _("Some later turns no longer fit: {turns}. The sheet says why.").format(
                turns=comma_list(unfit.number for unfit in trial.broken_turns)
            ),
        )


def _show_conflict(now: GameSheet, entering: EntryLine) -> None:
    """Add another user's latest change to `entering`, and try the typed line on the current sheet."""
    sentence = _("Someone else has changed this game in the meantime.")
    entering.errors, entering.questions, entering.trial = (), (), None
    if not now.rows:
        entering.conflict = ConcurrentChange(
            sentence, _("The last turn was taken back. No turns are left.")
        )
    else:
        newest = max(now.rows, key=lambda row: row.entry.pk)
        score = "" if newest.announced is None else f" {newest.announced}."
        play = f"{turn_sentence(newest.turn, now, newest.word)}{score}"
        theirs = _("Turn {turn} is now: {play}").format(turn=newest.number, play=play)
        before = now.position_before(newest.number - 1)
        read = parse_localized_turn(entering.text, before, cased=entering.cased)
        is_recorded = (
            isinstance(read, UnderstoodTurn)
            and read.turn == newest.turn
            and newest is now.rows[-1]
            and not entering.target_entry
        )
        if is_recorded:
            sentence = _("This turn is already recorded.")
        by = newest.entry.entered_by
        who = by.get_username() if by else ""
        at = newest.entry.entered_at
        entering.conflict = ConcurrentChange(sentence, theirs, who, at, is_recorded)
    try_line(now, entering, to_record=True)


@requires(Permission.RECORD, game_scope)
@require_POST
@refuse_signed_slip
def undo_last(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo the last change to the turns."""
    game, seen = find_game(pk), seen_version(request)
    return perform_on_pad(
        request,
        game,
        lambda actor: undo(game, actor, seen=seen),
        done=lambda edit: _change_message(_("Undone."), edit.after, edit.before, sheet(game)),
        level=messages.INFO,
    )


@requires(Permission.RECORD, game_scope)
@require_POST
@refuse_signed_slip
def redo_last(request: HttpRequest, pk: int) -> HttpResponse:
    """Redo the last undone change."""
    game, seen = find_game(pk), seen_version(request)
    return perform_on_pad(
        request,
        game,
        lambda actor: redo(game, actor, seen=seen),
        done=lambda edit: _change_message(_("Redone."), edit.before, edit.after, sheet(game)),
        level=messages.INFO,
    )


def _change_message(
    done: str, out: TurnEntry | None, back: TurnEntry | None, now: GameSheet
) -> str:
    """Return `done` with a sentence about the turn removed from the sheet and the one restored to it."""
    sentences = [done]
    if out is not None:
        sentences.append(_("Removed from the sheet: {play}").format(play=entry_sentence(out, now)))
    if back is not None:
        sentences.append(_("Restored to the sheet: {play}").format(play=entry_sentence(back, now)))
    return " ".join(sentences)
