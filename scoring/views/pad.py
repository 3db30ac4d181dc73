"""The score pad of a game: creating a game and showing its pad."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.access import Permission, game_scope, has_page_permission, requires
from scoring.actions.activity import Actor
from scoring.actions.games import open_game
from scoring.actions.refusals import Refused
from scoring.downloads import file_response
from scoring.engine.typing.typed_turn import MAX_LINE_LENGTH
from scoring.forms import NewGameForm
from scoring.models import Game
from scoring.queries.finishes import unlisted_plays
from scoring.queries.new_games import names_for_new_games, rules_last_used
from scoring.queries.sheets import GameSheet, sheet
from scoring.tenancy import set_tenant
from scoring.views.drawing import draw
from scoring.views.graph import ScoreGraph
from scoring.views.line_interpretation import try_line
from scoring.views.pad_page import EntryLine, PadPage, typed_line_of_turn
from scoring.views.practice import calls_of

_MAX_NUMBER_DIGITS = 9
FINISHED = "finished"


@never_cache
@require_safe
@requires(Permission.DESK, game_scope)
def pad(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the game, as it was after the turn given by `?turn=`, if any.

    Going back in the browser never shows an older sheet.

    `?correct=` puts a turn into the entry line; `?before=` starts inserting one before the given turn.
    """
    now = sheet(find_game(pk))
    entering = requested_entry_line(request, now)
    if entering.corrected_entry is not None:
        line = typed_line_of_turn(now, now.entries.index(entering.corrected_entry))
        entering.text = entering.text or line
        entering.cased = entering.text == line
    elif not entering.target_entry and {"correct", "before"} & set(request.GET):
        messages.warning(
            request, _("That turn was corrected or taken back in the meantime. Check the sheet.")
        )
    if entering.text:
        try_line(now, entering)
        entering.hint, entering.errors = " ".join(entering.errors), ()
    return render_pad(request, now, entering, step=_number(request, "turn"))


@require_safe
@requires(Permission.DESK, game_scope)
def board_svg(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the drawing of the board alone, as it was after the turn given by `?turn=`, if any."""
    game = find_game(pk)
    now = sheet(game)
    step = _number(request, "turn")
    page = PadPage(now, step=step)
    context = {"drawing": draw(now.board(page.step)), "caption": page.caption, "alone": True}
    text = render_to_string("scoring/_board.html", context)
    return file_response(text, "image/svg+xml", f"game-{pk}-board.svg", is_shown=True)


def requested_entry_line(request: HttpRequest, now: GameSheet) -> EntryLine:
    """Return the entry line requested by the address: `?line=`, and the turn of `?correct=` or `?before=`."""
    by_key = {entry.pk: entry for entry in now.entries}
    before = by_key.get(_number(request, "before") or 0)
    correct = None if before else by_key.get(_number(request, "correct") or 0)
    text = request.GET.get("line", "")[:MAX_LINE_LENGTH]
    return EntryLine(text, corrected_entry=correct, following_entry=before)


def find_game(pk: int) -> Game:
    """Return the game with key `pk`, and make its organisation the current one. Raise `Http404` if there is none."""
    game = get_object_or_404(Game.everywhere.select_related("practice"), pk=pk)
    set_tenant(game.organisation_id)
    return game


def may_change(request: HttpRequest, game: Game) -> bool:
    """Return whether the user may change the game. Once the slip is signed, only the director may."""
    signed = game.signed_at is not None
    return has_page_permission(request, Permission.DIRECT if signed else Permission.RECORD)


def render_pad(
    request: HttpRequest,
    now: GameSheet,
    entering: EntryLine | None = None,
    *,
    step: int | None = None,
    status: int = 200,
    fragment: bool = False,
    bare: str = "",
) -> HttpResponse:
    """Render the whole pad or, with `fragment`, only the parts that change when a line is entered.

    `bare` is set for a fragment of a page that has no entry line for the next turn; see `live`.
    """
    page = PadPage(now, entering, step)
    may_record = may_change(request, now.game)
    if not fragment and page.game.finished_at:
        bare = FINISHED
    elif not fragment and (page.target_line or not may_record):
        bare = "yes"
    context = {
        "page": page,
        "may_record": may_record,
        "unsigns": now.game.signed_at is not None and may_record,
        "fragment": fragment,
        "bare": bare,
        "entry_line": may_record and page.step is None and not now.game.finished_at,
    }
    if not fragment and may_record and page.step is None:
        practice = getattr(now.game, "practice", None)
        if practice is not None and practice.ended_at is None:
            calls = calls_of(practice)
            now_at = calls[len(now.rows) : len(now.rows) + 1]
            context |= {"called_out": practice, "calls": calls, "call_now": (now_at or [{}])[0]}
    if now.game.finished_at:
        context["directs"] = has_page_permission(request, Permission.DIRECT)
        context["unlisted"] = unlisted_plays(now)
    if now.rows:
        context["graph"] = ScoreGraph(now)
    template = "scoring/_answer.html" if fragment else "scoring/pad.html"
    return render(request, template, context, status=status)


@requires(Permission.DIRECT)
def new_game(request: HttpRequest) -> HttpResponse:
    """Show the form for a new game; create the game and redirect to its pad."""
    form = NewGameForm(request.POST or None, last_used=rules_last_used())
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        try:
            game = open_game(
                form.names,
                typed["rules"],
                Actor.for_user(request.user),
                title=typed["title"],
                lexicon=typed["lexicon"],
                tile_set=typed["tile_set"] or None,
                layout=typed["layout"] or None,
            )
        except Refused as refused:
            form.add_error("rules", str(refused))
        else:
            return redirect(game)
    context = {"form": form, "people": names_for_new_games()}
    return render(request, "scoring/new_game.html", context, status=422 if form.errors else 200)


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isdecimal() and len(text) <= _MAX_NUMBER_DIGITS else None
