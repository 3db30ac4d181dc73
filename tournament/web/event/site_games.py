"""The public site's other pages: recorded games to step through, best plays, prizes, the schedule."""

from collections.abc import Sequence
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.views.drawing import draw
from scoring.views.graph import ScoreGraph
from scoring.wording.engine import proof_line
from scoring.wording.phrases import and_list, scores_line
from tournament.models import Division, Event
from tournament.queries.cache import cached_reads
from tournament.queries.event.highlights import division_highlights
from tournament.queries.event.live import LiveBoard
from tournament.queries.event.public import public_division
from tournament.queries.event.public_games import (
    public_awards,
    public_best,
    schedule_of,
)
from tournament.queries.released import live_boards, released_game
from tournament.web.access import Permission, requires
from tournament.web.event.site import event_and_divisions, show, the_division
from tournament.web.frame import Link
from tournament.web.made_once import OF_A_BOARD, made_once
from tournament.wording.sentences import sentence, sentences


@made_once()
@requires(Permission.READ)
def games(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """List the live boards of a division, and the games recorded to their end, the latest round first."""
    event_, divisions = event_and_divisions(event)
    chosen = the_division(divisions, division)
    with cached_reads():
        state = public_division(chosen)
    boards = [
        (row.round.number, line)
        for row in reversed(state.rounds)
        for line in state.by_board(row.round.number)
    ]
    under_way = set(live_boards(chosen))
    return show(
        request,
        "games",
        "results",
        (event_, divisions, chosen),
        screen="site_games",
        live=[row for row in boards if (row[0], row[1].board) in under_way],
        recorded=[row for row in boards if (row[0], row[1].board) in state.recorded],
    )


@made_once(of=OF_A_BOARD)
@requires(Permission.READ)
def game(
    request: HttpRequest,
    event: str,
    division: str,
    number: int,
    board: int,
    turn: int | None = None,
) -> HttpResponse:
    """Show the board of a recorded game after a turn, after the last where none is named.

    Of a game that goes on the turns are shown that the event's rules release.
    """
    event_, divisions = event_and_divisions(event)
    chosen = the_division(divisions, division)
    released = released_game(chosen, number, board)
    if released is None:
        raise Http404
    live = LiveBoard(released)
    shown = live.last if turn is None else turn
    if shown > live.last:
        raise Http404
    now = released.sheet
    row = now.rows[shown - 1] if shown else None
    proof = now.proof(shown) if row else None
    return show(
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
        last=live.last,
        row=row,
        who=live.players[row.seat] if row else "",
        sum=proof_line(proof) if proof else "",
        score=scores_line(live.scores(shown)),
        unseen=live.unseen(shown),
        graph=ScoreGraph(now, live.players) if now.rows else None,
        drawn=f"{now.version:x}",
        caption=_caption(shown),
        up="" if turn is None else "../",
    )


@made_once(of=OF_A_BOARD)
@requires(Permission.READ)
def game_board(
    request: HttpRequest, event: str, division: str, number: int, board: int, turn: int
) -> HttpResponse:
    """The drawing of the board after a turn."""
    del request
    chosen = the_division(event_and_divisions(event)[1], division)
    released = released_game(chosen, number, board)
    now = released.sheet if released else None
    if now is None or turn > len(now.rows):
        raise Http404
    context = {"drawing": draw(now.board(turn)), "caption": _caption(turn), "alone": True}
    text = render_to_string("scoring/_board.html", context)
    return HttpResponse(text, content_type="image/svg+xml")


def _caption(turn: int) -> str:
    """What the drawing shows, in words."""
    if not turn:
        return _("The board before the first turn.")
    return _("The board after turn {number}.").format(number=turn)


@requires(Permission.READ)
def bell(request: HttpRequest, **place: object) -> HttpResponse:
    """Say that nobody rings here: the server as it is shipped answers at this address itself (`server.bell`)."""
    del request, place
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


@made_once()
@requires(Permission.READ)
def best(request: HttpRequest, event: str) -> HttpResponse:
    """Show the highest plays and the highest games of every division."""
    event_, divisions = event_and_divisions(event)
    with cached_reads():
        lists = [(division, public_best(division)) for division in divisions]
    level = 3 if len(divisions) > 1 else 2  # of the headings, below a division's own
    return show(request, "best", "more", _place(event_, divisions), lists=lists, level=level)


@made_once()
@requires(Permission.READ)
def highlights(
    request: HttpRequest, event: str, division: str, number: int | None = None
) -> HttpResponse:
    """Show the highlights of a division so far, or of one round of it."""
    event_, divisions = event_and_divisions(event)
    chosen = the_division(divisions, division)
    with cached_reads():
        best = division_highlights(chosen, number)
    if number is not None and number not in best.rounds:
        raise Http404
    place = (event_, divisions, chosen)
    context = {"best": best, "number": number}
    return show(request, "highlights", "results", place, screen="site_highlights", **context)


@made_once()
@requires(Permission.READ)
def prizes(request: HttpRequest, event: str) -> HttpResponse:
    """Show the prizes, with who would have them as it stands; without where standings are held back."""
    event_, divisions = event_and_divisions(event)
    with cached_reads():
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
    place = _place(event_, divisions)
    return show(request, "prizes", "more", place, lines=lines, held_back=held_back)


@made_once()
@requires(Permission.READ)
def schedule(request: HttpRequest, event: str) -> HttpResponse:
    """Show every round of every division: which are played, which are planned, and how they are paired."""
    event_, divisions = event_and_divisions(event)
    plans = [(division, schedule_of(division)) for division in divisions]
    return show(request, "schedule", "more", _place(event_, divisions), plans=plans)


@made_once()
@requires(Permission.READ)
def more(request: HttpRequest, event: str) -> HttpResponse:
    """Lead to what the bar has no place for."""
    event_, divisions = event_and_divisions(event)
    links = [
        Link(label, reverse(screen, args=[event]))
        for label, screen in (
            (_("Prizes"), "site_prizes"),
            (_("Best plays and games"), "site_best"),
            (_("Schedule"), "site_schedule"),
        )
    ]
    return show(request, "more", "more", _place(event_, divisions), links=links)


def _place(
    event: Event, divisions: Sequence[Division]
) -> tuple[Event, Sequence[Division], Division | None]:
    """The place of a page of the whole event: of its only division where it has one alone."""
    return event, divisions, divisions[0] if len(divisions) == 1 else None
