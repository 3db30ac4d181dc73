"""A recorded game on one page of a published site: every turn by its own link, without a script."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.engine.board.diagram import diagram
from scoring.engine.game.progress import Progress
from scoring.queries.sheets import GameSheet
from scoring.views.drawing import Drawing, draw
from scoring.wording.engine import proof_line
from scoring.wording.phrases import scores_line
from tournament.queries.released import ReleasedGame, released_game
from tournament.web.event.site import event_and_divisions, show, the_division


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """A turn of a game on one page: who did what, and what it adds to the drawing."""

    number: int
    name: str
    word: str
    square: str
    score: int
    total: int
    sum: str
    standing: str
    """Both scores after it."""
    shapes: SafeString
    """What lies since this turn: new tiles, and bare squares where a play was taken back."""
    outline: SafeString
    """The frame around the tiles of this turn."""


def whole_game(
    request: HttpRequest, event: str, division: str, number: int, board: int
) -> HttpResponse:
    """Show a recorded game with its board after every turn on one page, to be stepped through without a script."""
    event_, divisions = event_and_divisions(event)
    chosen = the_division(divisions, division)
    recorded = released_game(chosen, number, board)
    if recorded is None:
        raise Http404
    now = recorded.sheet
    drawings = list(_drawings(now))
    turns = list(_turns(recorded, now, drawings))
    return show(
        request,
        "whole_game",
        "results",
        (event_, divisions, chosen),
        number=number,
        board=board,
        names=recorded.players,
        score=turns[-1].standing if turns else "",
        drawing=drawings[0],
        whole=format_html(_WHOLE, drawings[0].width, drawings[0].height),
        turns=turns,
    )


def _drawings(now: GameSheet) -> Iterator[Drawing]:
    """Yield the board before the first turn and after each."""
    progress = Progress(now.replay)
    yield draw(diagram(progress.board))
    for _turn in now.rows:
        is_play = progress.advance()
        yield draw(diagram(progress.board, progress.board.laid if is_play else ()))


def _turns(recorded: ReleasedGame, now: GameSheet, drawings: list[Drawing]) -> Iterator[ShownTurn]:
    totals = [0] * len(now.names)
    for row, before, after in zip(now.rows, drawings, drawings[1:], strict=False):
        totals[row.seat] = row.total
        proof = now.proof(row.number)
        yield ShownTurn(
            number=row.number,
            name=recorded.shown(now.names[row.seat]),
            word=row.word,
            square=row.turn.coordinate,
            score=row.counts,
            total=row.total,
            sum=proof_line(proof) if proof else "",
            standing=scores_line(totals),
            shapes=_difference(before, after),
            outline=format_html_join(
                "", _OUTLINE, ((tile.x, tile.y) for tile in after.tiles if tile.is_last)
            ),
        )


_WHOLE = '<rect width="{}" height="{}" fill="none"/>'
"""As large as the board: a link to a turn brings the whole board into sight."""
_OUTLINE = (
    '<rect x="{}" y="{}" width="37" height="37" rx="3.5" transform="translate(1.5 1.5)" '
    'fill="none" stroke="#0a6469" stroke-width="4"/>'
)
_BARE = (
    '<rect x="{}" y="{}" width="38.5" height="38.5" transform="translate(.75 .75)" fill="#e4e1d4"/>'
)


def _difference(before: Drawing, after: Drawing) -> SafeString:
    """Return the shapes that make the second drawing of the first, whose play need not be outlined any more."""
    plain = {(tile.x, tile.y): replace(tile, is_last=False) for tile in after.tiles}
    lay = {(tile.x, tile.y): replace(tile, is_last=False) for tile in before.tiles}
    bare = [place for place in lay if place not in plain]
    squares = tuple(square for square in after.squares if (square.x, square.y) in bare)
    tiles = tuple(tile for place, tile in plain.items() if lay.get(place) != tile)
    shapes = replace(after, squares=squares, tiles=tiles)
    ground = format_html_join("", _BARE, bare)
    return format_html("{}{}{}", ground, shapes.written_squares, shapes.written_tiles)
