"""Decisions on the score pad: rulings, finishing, reopening, and signing the slip."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_POST

from scoring.access import Permission, game_scope, requires
from scoring.actions import games
from scoring.actions.activity import Actor
from scoring.actions.corrections import correct_finished_game, undo_last_correction
from scoring.actions.games import sign_slip, unsign_slip
from scoring.actions.refusals import EditConflict
from scoring.actions.rulings import rule_on_entry, withdraw_ruling
from scoring.engine.typing.typed_turn import MAX_LINE_LENGTH, LineNotUnderstood
from scoring.forms import ReopenForm, RulingForm, typed_reason
from scoring.models import TurnEntry
from scoring.queries.finishes import finish_of as end_of
from scoring.queries.sheets import GameSheet, sheet
from scoring.templatetags.figures import figure
from scoring.views.pad import find_game, may_change, render_pad
from scoring.views.pad_actions import is_fragment, perform_on_pad, refuse_on_pad, seen_version
from scoring.views.pad_page import EntryLine
from scoring.views.sentences import unchanged_winner_sentence
from scoring.wording.engine import sentence, sentences
from scoring.wording.phrases import comma_list
from scoring.wording.typed_words import parse_localized_turn

View = Callable[..., HttpResponse]
SLIP_SIGNED_MESSAGE = _lazy(
    "The slip of this game has been signed. Only the director can change the game now."
)


def refuse_signed_slip(view: View) -> View:
    """Decorate a view so that only the director may use it once the slip is signed.

    A refusal keeps the typed line.
    """

    @wraps(view)
    def guarded(request: HttpRequest, pk: int, **names: Any) -> HttpResponse:
        game = find_game(pk)
        if may_change(request, game):
            return view(request, pk, **names)
        entering = EntryLine(
            request.POST.get("line", "")[:MAX_LINE_LENGTH], errors=[str(SLIP_SIGNED_MESSAGE)]
        )
        fragment = is_fragment(request)
        return render_pad(request, sheet(game), entering, status=409, fragment=fragment)

    return guarded


@requires(Permission.RECORD, game_scope)
@require_POST
def sign_game_slip(request: HttpRequest, pk: int) -> HttpResponse:
    """Record that both players signed the slip as shown on the page."""
    game, seen = find_game(pk), seen_version(request)
    message = _("The slip has been signed. From now on, only the director can change the game.")
    return perform_on_pad(
        request, game, lambda actor: sign_slip(game, actor, seen=seen), done=message
    )


@requires(Permission.DIRECT, game_scope)
@require_POST
def unsign_game_slip(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw the signing of the slip."""
    game = find_game(pk)
    return perform_on_pad(
        request,
        game,
        lambda actor: unsign_slip(game, actor, reason=typed_reason(request.POST)),
        done=_("The slip is no longer signed."),
    )


@requires(Permission.RECORD, game_scope)
@require_POST
@refuse_signed_slip
def rule_on(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Correct a score, let it stand, or withdraw a ruling."""
    game = find_game(pk)
    turn_entry = get_object_or_404(TurnEntry, pk=entry, game=game)
    form = RulingForm(request.POST)
    if not form.is_valid():
        error = _("Choose one of the two rulings: correct the score, or let it stand.")
        return refuse_on_pad(request, game, [error], status=422)
    typed = form.cleaned_data

    def decide(actor: Actor) -> None:
        if typed["decision"] == RulingForm.BACK:
            withdraw_ruling(turn_entry, actor, reason=typed["reason"])
        else:
            rule_on_entry(turn_entry, typed["decision"], actor, reason=typed["reason"])

    def at_the_turn(_done: None) -> str:
        return f"{reverse('scoring:pad', args=[pk])}#turn-{_line_number(pk, turn_entry)}"

    def message(_done: None) -> str:
        now = sheet(game)
        row = next(row for row in now.rows if row.entry.pk == turn_entry.pk)
        if typed["decision"] == RulingForm.BACK:
            ruled = _(
                "The ruling on turn {turn} has been withdrawn. {player}’s provisional total is "
                "{total}."
            )
        else:
            ruled = _("Ruled on turn {turn}: the score is {points}. {player} has {total}.")
            if any(other.needs_ruling and other.seat == row.seat for other in now.rows):
                provisional = _("The total is provisional until the difference is ruled on.")
                ruled = f"{ruled} {provisional}"
        ruled = ruled.format(
            turn=row.number,
            points=figure(row.counts),
            player=now.names[row.seat],
            total=figure(now.totals[row.seat]),
        )
        return f"{ruled} {unchanged_winner_sentence(row, now)}".strip()

    return perform_on_pad(request, game, decide, done=message, to=at_the_turn)


@requires(Permission.RECORD, game_scope)
@require_POST
@refuse_signed_slip
def finish(request: HttpRequest, pk: int) -> HttpResponse:
    """Finish the game and, if it belongs to an event, post its result there."""
    game, now, seen = find_game(pk), sheet(find_game(pk)), seen_version(request)

    def message(finals: tuple[int, ...]) -> str:
        scores = comma_list(
            f"{name} {figure(final)}" for name, final in zip(now.names, finals, strict=True)
        )
        finished = _("The game is finished: {scores}.").format(scores=scores)
        return f"{finished} {_winner_sentence(now)}".strip()

    return perform_on_pad(
        request, game, lambda actor: games.finish_game(game, actor, seen=seen), done=message
    )


def _winner_sentence(now: GameSheet) -> str:
    """Return a sentence naming the winner or a tie, or "" if the winner is unknown."""
    end = end_of(now)
    if end is None or not end.winners:
        return ""
    if len(end.winners) > 1:
        return _("A tie.")
    if end.by_time:
        result = _("{player} wins on time.")
    elif end.by_tie_break:
        result = _("{player} wins.")
    else:
        result = _("{player} wins by {margin}.")
    return result.format(player=end.winners[0], margin=end.margin)


@requires(Permission.RECORD, game_scope)
@require_POST
@refuse_signed_slip
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Reopen a finished game for the submitted reason."""
    game = find_game(pk)
    form = ReopenForm(request.POST)
    if not form.is_valid():
        return refuse_on_pad(
            request, game, [str(error) for error in form.errors["reason"]], status=422
        )
    reason = form.cleaned_data["reason"]
    return perform_on_pad(
        request,
        game,
        lambda actor: games.reopen_game(game, actor, reason=reason),
        done=_("The game is open again. Its result counts once the game is finished again."),
    )


@requires(Permission.RECORD, game_scope)
@require_POST
@refuse_signed_slip
def correct_turn_of_finished_game(request: HttpRequest, pk: int, entry: int) -> HttpResponse:
    """Correct a turn of a finished game: reopen, correct and finish it again with one reason."""
    game = find_game(pk)
    turn_entry = get_object_or_404(TurnEntry, pk=entry, game=game)
    now = sheet(game)
    index = next((i for i, item in enumerate(now.entries) if item.pk == entry), None)
    if index is None:
        return refuse_on_pad(request, game, [str(EditConflict())])
    typed = request.POST.get("line", "")[:MAX_LINE_LENGTH]
    seat = now.record.turns[index].player
    read = parse_localized_turn(
        typed, now.position_before(index), seat=seat, names=now.names, cased=True
    )
    entered = EntryLine(typed, reason=typed_reason(request.POST))
    refuse = partial(refuse_on_pad, request, game, typed=entered, step=index + 1)
    if isinstance(read, LineNotUnderstood):
        return refuse([sentence(read.message)], status=422)
    confirmed = bool(request.POST.get("irregular"))
    if read.questions and not confirmed:
        return refuse(list(sentences(read.questions)))
    return perform_on_pad(
        request,
        game,
        lambda actor: correct_finished_game(
            turn_entry, read.turn, actor, reason=typed_reason(request.POST), confirmed=confirmed
        ),
        done=_("Turn {turn} has been corrected, and the game is finished again.").format(
            turn=index + 1
        ),
        to=lambda _done: f"{game.get_absolute_url()}?turn={index + 1}",
        refuse=refuse,
    )


@requires(Permission.RECORD, game_scope)
@require_POST
@refuse_signed_slip
def undo_correction(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo the last correction of a finished game and finish the game again."""
    game = find_game(pk)
    return perform_on_pad(
        request,
        game,
        lambda actor: undo_last_correction(game, actor, reason=typed_reason(request.POST)),
        done=_("The correction has been undone, and the game is finished again."),
    )


def _line_number(pk: int, entry: TurnEntry) -> int:
    """Return the number of an entry's line on the sheet, or 0 if the entry was superseded."""
    rows = sheet(find_game(pk)).rows
    return next((row.number for row in rows if row.entry.pk == entry.pk), 0)
