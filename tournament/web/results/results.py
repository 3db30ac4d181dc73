"""The results screen: one line to type on, what was said back, and the boards still missing."""

from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from tournament.actions.act import Questionable, Refused
from tournament.actions.results.typed_lines import enter_typed, pairing_of_line
from tournament.engine.pairing.seating import in_ranges
from tournament.engine.typed_result import Mode, NotUnderstood, TypedResult, read_line
from tournament.models import Division, Pairing, Round
from tournament.queries.event.desk import editable, round_shown
from tournament.queries.results.confirmation import Confirmation, confirmation_of
from tournament.queries.rounds.rounds import OpenBoards, boards_of, open_boards, rounds_of
from tournament.web.access import Permission, requires
from tournament.web.forms import LineForm
from tournament.web.page import find_division, find_round, number_asked, page

MODES = [
    (Mode.SCORES, "two scores", "4 402 380"),
    (Mode.BOTH, "two scores and the spread", "4 402 380 22"),
    (Mode.SPREAD, "the spread alone", "4 +22"),
]


@dataclass
class Answer:
    """What came of one typed line; without anything it is the page as it is opened."""

    echo: Confirmation | None = None
    refused: str = ""
    questions: list[str] = field(default_factory=list)
    form: LineForm | None = None
    pairing: Pairing | None = None


@requires(Permission.RECORD)
def results_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show the line for the round of `?round=`, or for the one whose results are coming in."""
    found = find_division(event, division)
    rounds = [each for each in rounds_of(found) if each.round.is_public]
    asked = number_asked(request, "round")
    waiting = next((each for each in rounds if each.missing and editable(each.round)), None)
    shown = (waiting if asked is None else None) or round_shown(rounds, asked, drafts=False)
    form = LineForm(initial=_asked_mode(request))
    return _whole(request, found, shown.round if shown else None, Answer(form=form))


@requires(Permission.RECORD)
@require_POST
def type_line(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Take one line: enter it, ask once about what is odd, or go to the board it only names."""
    found = find_division(event, division)
    round_ = find_round(request, found, number)
    form = LineForm(request.POST)
    answer = Answer(form=form)
    if not form.is_valid():
        answer.refused = "The page is not as it was made. Load it again."
        answer.form = LineForm(initial={"mode": Mode.SCORES, "by": "board"})
    else:
        values = form.cleaned_data
        try:
            typed = read_line(
                values["line"], Mode(values["mode"]), by_player=values["by"] == "player"
            )
            pairing = pairing_of_line(round_, typed)
            if typed.only_asks:
                return _go_to(request, pairing)
            _enter(request, answer, typed, pairing, values["accepted"] == str(typed))
        except (NotUnderstood, Refused) as refused:
            answer.refused = str(refused)
    if request.headers.get("HX-Request"):
        return render(
            request,
            "tournament/results/_answer.html",
            _context(found, round_, answer)
            | {"board": _row(round_, answer), "swapped": True, "directs": True},
        )
    return _whole(request, found, round_, answer)


def _enter(
    request: HttpRequest, answer: Answer, typed: TypedResult, pairing: Pairing, accepted: bool
) -> None:
    """Enter the result and make the line ready for the next, or keep it with what is asked."""
    answer.pairing = pairing
    try:
        entry = enter_typed(Actor.of(request.user), pairing, typed, accepted=accepted)
    except Questionable as asked:
        answer.questions = asked.questions
        kept = {"line": request.POST["line"], "accepted": str(typed)}
    else:
        answer.echo = confirmation_of(pairing, entry)
        kept = {}
    answer.form = LineForm(initial={k: request.POST[k] for k in ("mode", "by")} | kept)


def _whole(
    request: HttpRequest, division: Division, round_: Round | None, answer: Answer
) -> HttpResponse:
    rounds = [each for each in rounds_of(division) if each.round.is_public]
    return page(
        request,
        "results/results.html",
        _context(division, round_, answer)
        | {"rounds": rounds, "boards": boards_of(round_) if round_ else []},
        status=422 if answer.refused or answer.questions else 200,
    )


def _context(division: Division, round_: Round | None, answer: Answer) -> dict[str, object]:
    wanted = open_boards(round_) if round_ else OpenBoards()
    form = answer.form or LineForm()
    if answer.refused:
        form.refused()
    mode, by = form["mode"].value(), form["by"].value()
    return {
        "division": division,
        "round": round_,
        "shown": {"round": round_},
        "typing": round_ is not None and editable(round_),
        "missing": wanted.missing,
        "missing_told": in_ranges(wanted.missing),
        "contested": wanted.contested,
        "echo": answer.echo,
        "refused": answer.refused,
        "questions": answer.questions,
        "asked_of": answer.pairing,
        "form": form,
        "mode": mode,
        "by": by,
        "modes": MODES,
        "example": next((shown for key, _, shown in MODES if key == mode), ""),
    }


def _row(round_: Round, answer: Answer) -> object:
    """The board whose row has changed."""
    if answer.echo is None or answer.pairing is None:
        return None
    return boards_of(round_, answer.pairing)[0]


def _asked_mode(request: HttpRequest) -> dict[str, str]:
    mode, by = request.GET.get("mode", ""), request.GET.get("by", "")
    return {
        "mode": mode if mode in set(Mode) else Mode.SCORES.value,
        "by": "player" if by == "player" else "board",
    }


def _go_to(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """To the board's page; a bye has none, so its round's desk."""
    division = pairing.round.division
    names = [division.event.slug, division.slug]
    if pairing.board is None:
        address = f"{reverse('division', args=names)}?round={pairing.round.number}"
    else:
        address = reverse("board", args=[*names, pairing.round.number, pairing.board])
    if request.headers.get("HX-Request"):
        return HttpResponse(headers={"HX-Redirect": address})
    return redirect(address)
