"""Further pages of the public site: recorded games, best plays, prizes and the schedule.

On a published site, a game is one page in which each turn has its own link, without a script.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.engine.board.diagram import diagram
from scoring.engine.game.progress import Progress
from scoring.queries.sheets import GameSheet
from scoring.views.drawing import Drawing, draw
from scoring.views.graph import ScoreGraph
from scoring.wording.engine import proof_line
from scoring.wording.phrases import and_list, scores_line
from tournament.hall.queries.live import LiveBoard, LiveTurn
from tournament.hall.queries.public import public_awards, public_best_lists, schedule_of
from tournament.hall.web.site import (
    division_with_slug,
    event_and_divisions,
    missing_round_page,
    scope_and_state,
    site_page,
)
from tournament.models import Division, Event
from tournament.queries.cache import cache_reads
from tournament.queries.event.highlights import division_highlights
from tournament.queries.visibility import PublicGame, live_boards, public_game
from tournament.web.access import Permission, requires
from tournament.web.frame import Link
from tournament.web.page_cache import BOARD_ARGUMENTS, cached_page
from tournament.wording.sentences import sentence, sentences


@cached_page()
@requires(Permission.READ)
def games_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """List the live boards of a division, and the completely recorded games, latest round first."""
    place, state = scope_and_state(event, division)
    boards = [
        (row.round.number, line)
        for row in reversed(state.rounds)
        for line in state.boards_of_round(row.round.number)
    ]
    under_way = set(live_boards(state.division))
    return site_page(
        request,
        "games",
        "results",
        place,
        screen="site_games",
        live=[row for row in boards if (row[0], row[1].board) in under_way],
        recorded=[row for row in boards if (row[0], row[1].board) in state.recorded_boards],
    )


@cached_page(of=BOARD_ARGUMENTS)
@requires(Permission.READ)
def game_page(
    request: HttpRequest,
    event: str,
    division: str,
    number: int,
    board: int,
    turn: int | None = None,
) -> HttpResponse:
    """Show the board of a recorded game after a turn, by default the last.

    Of a live game, only the turns released by the event's rules are shown. Raise `Http404` for a
    game or turn that is not public.
    """
    event_, divisions = event_and_divisions(event)
    chosen = division_with_slug(divisions, division)
    released = public_game(chosen, number, board)
    if released is None:
        raise Http404
    live = LiveBoard(released)
    shown = live.last_turn_number if turn is None else turn
    if shown > live.last_turn_number:
        raise Http404
    now = released.sheet
    row = now.rows[shown - 1] if shown else None
    proof = now.proof(shown) if row else None
    return site_page(
        request,
        "game",
        "results",
        (event_, divisions, chosen),
        screen="site_games",
        number=number,
        board=board,
        live=live,
        turns=live.turns,
        shown=shown,
        last=live.last_turn_number,
        row=row,
        who=live.players[row.seat] if row else "",
        difference=live.turns[shown - 1].difference_sentence if shown else "",
        sum=proof_line(proof) if proof else "",
        score=scores_line(live.scores_after(shown)),
        unseen=live.unseen_tiles_after(shown),
        graph=ScoreGraph(now, live.players) if now.rows else None,
        drawn=f"{now.version:x}",
        caption=_caption(shown),
        up="" if turn is None else "../",
    )


@cached_page(of=BOARD_ARGUMENTS)
@requires(Permission.READ)
def game_board_svg(
    request: HttpRequest, event: str, division: str, number: int, board: int, turn: int
) -> HttpResponse:
    """Return the drawing of the board after a turn as SVG. Raise `Http404` for a game or turn that is not public."""
    del request
    chosen = division_with_slug(event_and_divisions(event)[1], division)
    released = public_game(chosen, number, board)
    now = released.sheet if released else None
    if now is None or turn > len(now.rows):
        raise Http404
    context = {"drawing": draw(now.board(turn)), "caption": _caption(turn), "alone": True}
    text = render_to_string("scoring/_board.html", context)
    return HttpResponse(text, content_type="image/svg+xml")


def _caption(turn: int) -> str:
    """Return the caption of the drawing."""
    if not turn:
        return _("The board before the first turn.")
    return _("The board after turn {number}.").format(number=turn)


@requires(Permission.READ)
def event_stream(request: HttpRequest, **place: object) -> HttpResponse:
    """Return 204; the built-in server answers this address itself (`server.event_stream`)."""
    del request, place
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@cached_page()
@requires(Permission.READ)
def best_plays_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the highest plays and the highest-scoring games of every division."""
    event_, divisions = event_and_divisions(event)
    with cache_reads():
        lists = [(division, public_best_lists(division)) for division in divisions]
    level = 3 if len(divisions) > 1 else 2  # heading level, below a division's own
    return site_page(
        request, "best", "more", _page_scope(event_, divisions), lists=lists, level=level
    )


@cached_page()
@requires(Permission.READ)
def highlights_page(
    request: HttpRequest, event: str, division: str, number: int | None = None
) -> HttpResponse:
    """Show the highlights of a division so far, or of one round.

    For a round without highlights, show links to the rounds that have some.
    """
    event_, divisions = event_and_divisions(event)
    chosen = division_with_slug(divisions, division)
    with cache_reads():
        best = division_highlights(chosen, number)
    place = (event_, divisions, chosen)
    if number is not None and number not in best.rounds:
        return missing_round_page(
            request, "results", place, number, best.rounds, "site_highlights_of"
        )
    return site_page(
        request, "highlights", "results", place, screen="site_highlights", best=best, number=number
    )


@cached_page()
@requires(Permission.READ)
def prizes_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the prizes, with their current winners unless standings are withheld."""
    event_, divisions = event_and_divisions(event)
    with cache_reads():
        awards, held_back = public_awards(event_, divisions)
    lines = [
        {
            "title": sentence(award.title),
            "worth": and_list(award.values),
            "division": award.prizes[0].division,
            "winners": [
                (winner.name, sentence(winner.achievement) if winner.achievement else "")
                for winner in award.winners
            ],
            "notes": " ".join(sentences(award.notes)),
        }
        for award in awards
    ]
    place = _page_scope(event_, divisions)
    return site_page(request, "prizes", "more", place, lines=lines, held_back=held_back)


@cached_page()
@requires(Permission.READ)
def schedule_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the played and planned rounds of every division, with their pairing methods."""
    event_, divisions = event_and_divisions(event)
    plans = [(division, schedule_of(division)) for division in divisions]
    return site_page(request, "schedule", "more", _page_scope(event_, divisions), plans=plans)


@cached_page()
@requires(Permission.READ)
def more_page(request: HttpRequest, event: str) -> HttpResponse:
    """Link to the pages that do not fit in the navigation bar."""
    event_, divisions = event_and_divisions(event)
    links = [
        Link(label, reverse(screen, args=[event]))
        for label, screen in (
            (_("Prizes"), "site_prizes"),
            (_("Best plays and games"), "site_best"),
            (_("Schedule"), "site_schedule"),
        )
    ]
    return site_page(request, "more", "more", _page_scope(event_, divisions), links=links)


def _page_scope(
    event: Event, divisions: Sequence[Division]
) -> tuple[Event, Sequence[Division], Division | None]:
    """Return the event, its divisions, and the only division, or None if there are several."""
    return event, divisions, divisions[0] if len(divisions) == 1 else None


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """A turn of a game on one page, with the shapes it adds to the drawing."""

    number: int
    live_turn: LiveTurn
    sum: str
    scores: str
    """Both scores after the turn."""
    shapes: SafeString
    """Shapes changed by this turn: new tiles, and empty squares if a play has been taken back."""
    outline: SafeString
    """The outline around the tiles of this turn."""


def whole_game_page(
    request: HttpRequest, event: str, division: str, number: int, board: int
) -> HttpResponse:
    """Show a recorded game on one page, with the board after every turn and without a script.

    Raise `Http404` for a game that is not public.
    """
    event_, divisions = event_and_divisions(event)
    chosen = division_with_slug(divisions, division)
    recorded = public_game(chosen, number, board)
    if recorded is None:
        raise Http404
    now = recorded.sheet
    drawings = list(_drawings(now))
    turns = list(_turns(recorded, now, drawings))
    return site_page(
        request,
        "whole_game",
        "results",
        (event_, divisions, chosen),
        number=number,
        board=board,
        names=recorded.players,
        score=turns[-1].scores if turns else "",
        drawing=drawings[0],
        whole=format_html(_BOARD_AREA, drawings[0].width, drawings[0].height),
        turns=turns,
    )


def _drawings(now: GameSheet) -> Iterator[Drawing]:
    """Yield the board before the first turn and after each turn."""
    progress = Progress(now.replay)
    yield draw(diagram(progress.board))
    for _turn in now.rows:
        is_play = progress.advance()
        yield draw(diagram(progress.board, progress.board.laid if is_play else ()))


def _turns(recorded: PublicGame, now: GameSheet, drawings: list[Drawing]) -> Iterator[ShownTurn]:
    totals = [0] * len(now.names)
    turns = LiveBoard(recorded).turns
    for done, before, after in zip(turns, drawings, drawings[1:], strict=False):
        row = done.row
        totals[row.seat] = row.total
        proof = now.proof(row.number)
        yield ShownTurn(
            number=row.number,
            live_turn=done,
            sum=proof_line(proof) if proof else "",
            scores=scores_line(totals),
            shapes=_added_shapes(before, after),
            outline=format_html_join(
                "", _OUTLINE, ((tile.x, tile.y) for tile in after.tiles if tile.is_last)
            ),
        )


_BOARD_AREA = '<rect width="{}" height="{}" fill="none"/>'
"""A transparent rectangle of the board's size, so that a link to a turn scrolls to the whole board."""
_OUTLINE = (
    '<rect x="{}" y="{}" width="37" height="37" rx="3.5" transform="translate(1.5 1.5)" '
    'fill="none" stroke="#0a6469" stroke-width="4"/>'
)
_EMPTY_SQUARE = (
    '<rect x="{}" y="{}" width="38.5" height="38.5" transform="translate(.75 .75)" fill="#e4e1d4"/>'
)


def _added_shapes(before: Drawing, after: Drawing) -> SafeString:
    """Return the shapes that change the first drawing into the second, without the outline of the play."""
    plain = {(tile.x, tile.y): replace(tile, is_last=False) for tile in after.tiles}
    lay = {(tile.x, tile.y): replace(tile, is_last=False) for tile in before.tiles}
    bare = [place for place in lay if place not in plain]
    squares = tuple(square for square in after.squares if (square.x, square.y) in bare)
    tiles = tuple(tile for place, tile in plain.items() if lay.get(place) != tile)
    shapes = replace(after, squares=squares, tiles=tiles)
    ground = format_html_join("", _EMPTY_SQUARE, bare)
    return format_html("{}{}{}", ground, shapes.squares_svg, shapes.tiles_svg)
