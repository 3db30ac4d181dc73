"""The results screen: the input line, its confirmation, and the missing boards."""

from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from scoring.tables import COOKIE_MAX_AGE_SECONDS
from tournament.actions.act import ConfirmationRequired, ReasonMissing, Refused
from tournament.actions.results.typed_lines import (
    enter_typed_result,
    figures_of_typed_result,
    pairing_of_line,
)
from tournament.engine.event_rules import ENDED
from tournament.engine.message import MessageError
from tournament.engine.pairing.seating import format_board_ranges
from tournament.engine.results import GAMES
from tournament.engine.typed_result import TypedFigures, TypedResult, parse_typed_result
from tournament.models import Division, Event, Pairing, Round
from tournament.queries.event.desk import accepts_results, round_to_show
from tournament.queries.results.confirmation import Confirmation, confirmation_of
from tournament.queries.results.event_boards import EventBoards
from tournament.queries.rounds.rounds import (
    Board,
    OpenBoards,
    boards_of,
    open_boards,
    round_summaries,
)
from tournament.queries.versions import version_of_division
from tournament.web.access import Permission, has_page_permission, requires
from tournament.web.forms import ResultLineForm
from tournament.web.frame import frame_of
from tournament.web.page import (
    NOTHING_NEW,
    find_division,
    find_event,
    find_round,
    page,
    query_number,
    select_list_part,
)
from tournament.web.results.tables import ResultsTable, result_filters
from tournament.web.tables import list_page
from tournament.wording.sentences import sentence
from tournament.wording.typed_words import result_in_english

MODES = [
    (TypedFigures.SCORES, _lazy("two scores"), "4 402 380"),
    (TypedFigures.BOTH, _lazy("two scores and the spread"), "4 402 380 22"),
    (TypedFigures.SPREAD, _lazy("the spread only"), "4 +22"),
]


LINE_LABELS = {
    ("board", TypedFigures.SCORES): _lazy("Board, score, score"),
    ("board", TypedFigures.BOTH): _lazy("Board, score, score, spread"),
    ("board", TypedFigures.SPREAD): _lazy("Board, spread"),
    ("player", TypedFigures.SCORES): _lazy("Player, score, score"),
    ("player", TypedFigures.BOTH): _lazy("Player, score, score, spread"),
    ("player", TypedFigures.SPREAD): _lazy("Player, spread"),
}
"""Descriptions of the results line, by the kind of its first value and its mode."""

LINE_COOKIE = "ninetimer-line"
"""The name of the cookie that remembers how the line is read, such as by player or with the spread."""


@dataclass
class LineOutcome:
    """The outcome of one typed line; empty when the page is opened."""

    confirmation: Confirmation | None = None
    refused: str = ""
    questions: list[str] = field(default_factory=list)
    form: ResultLineForm | None = None
    pairing: Pairing | None = None
    correction: str = ""
    """The address at which the typed values can be saved as a correction; empty if no reason is needed."""

    @property
    def status(self) -> int:
        """The HTTP status: 422 if the line was refused or questioned, so that the script keeps the line, else 200."""
        return 422 if self.refused or self.questions else 200


@requires(Permission.RECORD)
@gzip_page
def results_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show the line for the round in `?round=`, or for the first round with missing results, else the current one.

    With `?since=` the response is empty if nothing has changed since that version of the division,
    and otherwise contains only the parts that others may have changed. A page without a round
    reloads once there is one.
    """
    division_ = find_division(event, division)
    since = query_number(request, "since")
    nothing_new = HttpResponse(status=NOTHING_NEW)
    if since is not None and since == version_of_division(division_):
        return nothing_new
    rounds = [row for row in round_summaries(division_) if row.round.is_public]
    number = query_number(request, "round")
    waiting = next((row for row in rounds if row.missing and accepts_results(row.round)), None)
    shown = (waiting if number is None else None) or round_to_show(rounds, number, drafts=False)
    chosen = line_mode(request)
    if since is not None and number is None:
        return HttpResponse(headers={"HX-Refresh": "true"}) if shown else nothing_new
    answer = LineOutcome(form=ResultLineForm(initial=chosen))
    template = (
        "tournament/results/results.html" if since is None else "tournament/results/_fresh.html"
    )
    response = _render_page(request, division_, shown.round if shown else None, answer, template)
    if "mode" in request.GET:
        value = f"{chosen['mode']}.{chosen['by']}"
        response.set_cookie(
            LINE_COOKIE, value, max_age=COOKIE_MAX_AGE_SECONDS, httponly=True, samesite="Lax"
        )
    return response


@requires(Permission.RECORD)
def all_results(request: HttpRequest, event: str) -> HttpResponse:
    """List the boards of every published round of the event, in all divisions."""
    this_event = find_event(event)
    boards = EventBoards(this_event)
    listed = _("Results")
    return list_page(
        request,
        "tournament/results/all_results.html",
        {"event": this_event, "listed": listed},
        ResultsTable,
        boards,
        title=listed,
        event=this_event,
        filters=result_filters(boards.rounds),
    )


@requires(Permission.RECORD)
@require_POST
def line_response(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Process one line: enter it, ask about a doubtful value, or go to the board if the line only names one.

    A script receives only the changed parts.
    """
    division_ = find_division(event, division)
    round_ = find_round(request, division_, number)
    answer = enter_line(request, round_)
    if isinstance(answer, HttpResponse):
        return answer
    if request.headers.get("HX-Request"):
        return render(
            request,
            "tournament/results/_answer.html",
            _page_context(request, division_, round_, answer)
            | {
                "boards": _changed_row(round_, answer),
                "swapped": True,
                "directs": True,
                "records": True,
                "frame": frame_of(request, division_.event, division_, round_.number),
            },
            status=answer.status,
        )
    return _render_page(request, division_, round_, answer)


def enter_line(request: HttpRequest, round_: Round) -> LineOutcome | HttpResponse:
    """Enter the submitted line and return the outcome, or a redirect to the board if the line only names one.

    An accepted line that needs a reason leads to the correction on that board's page.
    """
    form = ResultLineForm(request.POST)
    answer = LineOutcome(form=form)
    if not form.is_valid():
        answer.refused = _("The page was changed or incomplete. Reload it and try again.")
        answer.form = ResultLineForm(initial={"mode": TypedFigures.SCORES, "by": "board"})
    else:
        values = form.cleaned_data
        try:
            typed = parse_typed_result(
                values["line"],
                TypedFigures(values["mode"]),
                by_player=values["by"] == "player",
                in_english=result_in_english,
            )
            pairing = pairing_of_line(round_, typed)
            if typed.only_selects:
                return _redirect_to_pairing(request, pairing)
            accepted = values["accepted"] == str(typed)
            _enter_result(request, answer, typed, pairing, accepted)
            if accepted and answer.correction:
                return _redirect_to_pairing(request, pairing, answer.correction)
        except MessageError as refused:
            answer.refused = sentence(refused.message)
        except Refused as refused:
            answer.refused = str(refused)
    return answer


def _enter_result(
    request: HttpRequest, answer: LineOutcome, typed: TypedResult, pairing: Pairing, accepted: bool
) -> None:
    """Enter the result and clear the line, or keep the line with its questions.

    Raise `ReasonMissing` for a bye that only a director may correct.
    """
    answer.pairing = pairing
    try:
        entry = enter_typed_result(
            Actor.for_user(request.user),
            pairing,
            typed,
            accepted=accepted,
            may_rule=has_page_permission(request, Permission.DIRECT),
        )
    except (ConfirmationRequired, ReasonMissing) as question:
        if isinstance(question, ReasonMissing):
            if pairing.board is None and not has_page_permission(request, Permission.DIRECT):
                raise  # only a director corrects byes
            answer.questions, answer.correction = (
                [str(question)],
                correction_address(pairing, typed),
            )
        else:
            answer.questions = question.questions
        typed_again = {"line": request.POST["line"], "accepted": str(typed)}
    else:
        answer.confirmation = confirmation_of(pairing, entry)
        typed_again = {}
    answer.form = ResultLineForm(initial={k: request.POST[k] for k in ("mode", "by")} | typed_again)


def _render_page(
    request: HttpRequest,
    division: Division,
    round_: Round | None,
    answer: LineOutcome,
    template: str = "tournament/results/results.html",
) -> HttpResponse:
    version = version_of_division(division)
    boards, parts = select_list_part(request, boards_of(round_) if round_ else [])
    return page(
        request,
        template,
        _page_context(request, division, round_, answer)
        | {
            "version": version,
            "boards": boards,
            "parts": parts,
            "part": query_number(request, "part") if parts else None,
        },
        status=answer.status,
    )


def _page_context(
    request: HttpRequest, division: Division, round_: Round | None, answer: LineOutcome
) -> dict[str, object]:
    wanted = open_boards(round_) if round_ else OpenBoards()
    names = [division.event.slug, division.slug, round_.number] if round_ else []
    return line_context(answer) | {
        "line_address": reverse("type_line", args=names) if names else "",
        "division": division,
        "round": round_,
        "shown": {"round": round_},
        "may_stream": has_page_permission(request, Permission.DIRECT)
        and _is_streamed(division.event),
        "typing": round_ is not None
        and accepts_results(round_)
        and division.event.closed_at is None,
        "missing": wanted.missing,
        "missing_boards": format_board_ranges(wanted.missing),
        "contested": wanted.contested,
    }


def line_context(answer: LineOutcome) -> dict[str, object]:
    """Return the template context of the line, on this page and at the desk: its mode and the last outcome."""
    form = answer.form or ResultLineForm()
    if answer.refused:
        form.mark_refused()
    mode, by = form["mode"].value(), form["by"].value()
    return {
        "confirmation": answer.confirmation,
        "refused": answer.refused,
        "questions": answer.questions,
        "questioned": answer.pairing,
        "correction": answer.correction,
        "form": form,
        "mode": mode,
        "by": by,
        "line_label": LINE_LABELS.get((by, mode), LINE_LABELS["board", TypedFigures.SCORES]),
        "modes": MODES,
        "example": next((example for key, _label, example in MODES if key == mode), ""),
    }


def _changed_row(round_: Round, answer: LineOutcome) -> list[Board]:
    """Return a list with the board whose row changed; empty if nothing was entered."""
    if answer.confirmation is None or answer.pairing is None:
        return []
    return boards_of(round_, answer.pairing)


def _is_streamed(event: Event) -> bool:
    """Return whether an open event is streamed: a slot follows a board, or boards are shown before their games end."""
    used = bool(event.slots) or event.rules.live_boards != ENDED
    return used and event.closed_at is None


def line_mode(request: HttpRequest) -> dict[str, str]:
    """Return how the line is read: as the address specifies, else as last chosen in this browser.

    By default, the line begins with the board and contains two scores.
    """
    last, _dot, last_by = request.COOKIES.get(LINE_COOKIE, "").partition(".")
    mode, by = request.GET.get("mode", last), request.GET.get("by", last_by)
    return {
        "mode": mode if mode in set(TypedFigures) else TypedFigures.SCORES.value,
        "by": "player" if by == "player" else "board",
    }


def _redirect_to_pairing(request: HttpRequest, pairing: Pairing, address: str = "") -> HttpResponse:
    """Redirect to `address` or, without one, to the pairing's page.

    Readers who may not direct are sent to the desk for a bye.
    """
    if pairing.board is None and not has_page_permission(request, Permission.DIRECT):
        address = f"{pairing.round.division.get_absolute_url()}?round={pairing.round.number}"
    address = address or _board_address(pairing)
    if request.headers.get("HX-Request"):
        return HttpResponse(headers={"HX-Redirect": address})
    return redirect(address)


def correction_address(pairing: Pairing, typed: TypedResult) -> str:
    """Return the address of the board's or bye's page, with the typed values filled in for a correction."""
    figures = figures_of_typed_result(pairing, typed)
    query: dict[str, str | int] = {"outcome": figures.outcome}
    if figures.spread_only:
        query |= {"first_score": figures.first_score, "spread_only": 1}
    elif figures.outcome in GAMES:
        query |= {"first_score": figures.first_score, "second_score": figures.second_score}
    return f"{_board_address(pairing)}?{urlencode(query)}"


def _board_address(pairing: Pairing) -> str:
    """Return the address of the board's page, or of the bye page for a player without an opponent."""
    division = pairing.round.division
    names = [division.event.slug, division.slug, pairing.round.number]
    if pairing.board is None:
        return reverse("bye", args=[*names, pairing.first.number])
    return reverse("board", args=[*names, pairing.board])
