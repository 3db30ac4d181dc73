"""API answers about games: turns, live boards, highlights and ratings."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Query

from tournament.broadcast.web.api import answers
from tournament.broadcast.web.api.reading import (
    DIVISION_PATH,
    OTHER_RESPONSES,
    PAGED_RESPONSES,
    PER_PAGE,
    ObjectNotFound,
    Page,
    PerPage,
    api,
    find_division,
    number_and_name,
    paginate,
)
from tournament.engine.highlights import Highlight
from tournament.engine.prizes.contest import ContestDivision
from tournament.engine.results import NOBODY
from tournament.hall.queries.live import LiveBoard
from tournament.hall.queries.public import public_best_lists, public_division
from tournament.queries.cache import cache_reads
from tournament.queries.event.highlights import division_highlights
from tournament.queries.standings.rating_preview import rating_preview
from tournament.queries.visibility import PublicGame, public_game, public_games

__all__ = ["api"]
ROUND_PARAMETER = Query("", alias="round")


@api.get(
    f"{DIVISION_PATH}/games",
    response={200: answers.ListPage[answers.GameAnswer], **PAGED_RESPONSES},
    url_name="api_games",
)
def games(
    request: HttpRequest, event: str, division: str, page: Page = 1, per_page: PerPage = PER_PAGE
) -> Any:
    """Return the recorded games with released turns, by round and board."""
    del request
    released = public_games(find_division(event, division))
    shown = paginate(released, page, per_page)
    return {**shown, "items": [_game(game) for game in shown["items"]]}


@api.get(
    f"{DIVISION_PATH}/games/{{number}}/{{board}}",
    response={200: answers.GameTurns, **OTHER_RESPONSES},
    url_name="api_game",
)
def game(request: HttpRequest, event: str, division: str, number: str, board: str) -> Any:
    """Return a recorded game with its released turns."""
    del request
    chosen = find_division(event, division)
    is_number = all(text.isdecimal() and len(text) < 6 for text in (number, board))
    released = public_game(chosen, int(number), int(board)) if is_number else None
    if released is None:
        there = [f"{row.round}/{row.board}" for row in public_games(chosen)]
        raise ObjectNotFound(f"There is no game of round {number}, board {board}.", there)
    record = released.game
    return {
        **_game(released),
        "rules": record.rules,
        "tile_set": record.tile_set,
        "layout": record.layout,
        "lexicon": record.lexicon,
        "turns": [_turn(released, row) for row in released.sheet.rows],
    }


def _game(released: PublicGame) -> dict[str, Any]:
    return {
        "round": released.round,
        "board": released.board,
        "players": released.players,
        "scores": released.sheet.totals,
        "is_live": released.is_live,
    }


def _turn(released: PublicGame, row: Any) -> dict[str, Any]:
    ruling = released.ruling(row)
    return {
        "number": row.number,
        "seat": row.seat + 1,
        "kind": row.turn.kind.value,
        "square": row.turn.coordinate,
        "word": row.word,
        "tiles": list(row.turn.tiles),
        "announced": released.announced(row),
        "correct": row.correct if released.shows_differences else None,
        "ruling": ruling.decision if ruling else None,
        "score": row.counts,
        "total": row.total,
    }


@api.get(
    f"{DIVISION_PATH}/highlights",
    response={200: answers.HighlightsAnswer, **OTHER_RESPONSES},
    url_name="api_highlights",
)
def highlights(
    request: HttpRequest, event: str, division: str, number: str = ROUND_PARAMETER
) -> Any:
    """Return the best of each kind so far or in one round, the leaders, and the highest plays and games."""
    del request
    with cache_reads():
        chosen = find_division(event, division)
        rounds = division_highlights(chosen).rounds
        if number and number not in map(str, rounds):
            raise ObjectNotFound(f"There are no highlights of round {number}.", rounds)
        shown = division_highlights(chosen, int(number) if number else None)
        best = public_best_lists(chosen)
    return {
        "best": [_highlight(row, shown.section) for row in shown.best],
        "leaders": [
            {"after": row.round, "names": list(row.names), "record": row.record}
            for row in shown.leaders
        ],
        "plays": best.plays,
        "games": best.games,
    }


def _highlight(row: Highlight, section: ContestDivision) -> dict[str, Any]:
    player, opponent = (
        None if number == NOBODY else {"number": number, "name": section.name(number)}
        for number in (row.number, row.opponent)
    )
    return {
        "kind": row.kind,
        "value": row.value,
        "round": row.round,
        "board": row.board,
        "player": player,
        "opponent": opponent,
        "scores": list(row.scores),
        "word": row.word,
        "square": row.square,
    }


@api.get(
    f"{DIVISION_PATH}/ratings",
    response={200: list[answers.RatingAnswer], **OTHER_RESPONSES},
    url_name="api_ratings",
)
def ratings(request: HttpRequest, event: str, division: str) -> Any:
    """Return ratings before the event, and as they would be if it ended now; empty without a system or games."""
    del request
    with cache_reads():
        state = public_division(find_division(event, division))
        preview = rating_preview(state.standings)
    if preview is None:
        return []
    rows = []
    for number, row in sorted(preview.by_number.items()):
        old, new, change = row.rounded_figures
        rows.append(
            {
                **number_and_name(state, number),
                "old": old,
                "new": new,
                "change": change,
                "games": row.games,
                "performance": row.performance,
            }
        )
    return rows


@api.get(
    f"{DIVISION_PATH}/live",
    response={200: list[answers.LiveAnswer], **OTHER_RESPONSES},
    url_name="api_live",
)
def live(request: HttpRequest, event: str, division: str) -> Any:
    """Return the live boards with released turns."""
    del request
    rows = []
    for released in public_games(find_division(event, division), live=True):
        board = LiveBoard(released)
        unseen, last = board.unseen_tiles_after(board.last_turn_number), board.last_play
        rows.append(
            {
                "round": released.round,
                "board": released.board,
                "players": board.sides,
                "turns": board.last_turn_number,
                "last_play": _turn(released, last.row) if last else None,
                "unseen": unseen.text,
                "unseen_count": unseen.count,
                "vowels": unseen.vowels,
                "consonants": unseen.consonants,
            }
        )
    return rows
