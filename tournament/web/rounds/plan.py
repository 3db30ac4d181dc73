"""The screen of a division's plan: which method pairs which rounds, proposed or line by line."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from tournament.actions.act import Refused
from tournament.actions.rounds.plans import plan_rounds, set_plan, set_seating, unplan_rounds
from tournament.engine.pairing.event_plan import (
    CannotPropose,
    PlannedRounds,
    Proposed,
    planned_for,
    propose_plan,
)
from tournament.engine.pairing.method import all_methods
from tournament.engine.pairing.seating import Seating
from tournament.models import Division
from tournament.queries.people.entries import division_field
from tournament.queries.rounds.pairing import plan_of
from tournament.queries.rounds.rounds import next_round_number, rounds_of
from tournament.web.access import Permission, requires
from tournament.web.page import find_division, number_asked, page, whole_number
from tournament.web.perform import perform, perform_form
from tournament.web.rounds.forms import (
    PlanLineForm,
    RoundsForm,
    SeatingForm,
    method_paragraphs,
    methods_to_choose,
)
from tournament.wording.methods import label_of, options_in_words, repeats_in_words, source_label
from tournament.wording.sentences import refusal, sentences


@dataclass(frozen=True)
class PlanRow:
    """One line of the plan in words."""

    rounds: str
    method: str
    source: str
    repeats: str
    options: str
    why: str = ""
    from_round: int = 0
    to_round: int = 0
    is_open: bool = False
    """Whether any of its rounds is still to be published."""

    @classmethod
    def of(cls, line: PlannedRounds, first_open: int, why: str = "") -> "PlanRow":
        """The line in words."""
        method = all_methods().get(line.method)
        ranks = method is None or method.uses_standings
        return cls(
            line.rounds,
            label_of(line.method),
            source_label(line.source) if ranks else "",
            repeats_in_words(line.method, line.options),
            options_in_words(
                line.method, {name: line.options[name] for name in line.options if name != "again"}
            ),
            why,
            max(line.from_round, first_open),
            line.to_round,
            line.to_round >= first_open,
        )


@requires(Permission.DIRECT)
def plan_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show the plan; plan or remove rounds, adopt a proposal, set boards and byes."""
    division_ = find_division(event, division)
    if request.method == "POST":
        handlers: dict[str, Callable[[HttpRequest, Division], HttpResponse]] = {
            "line": _plan_line,
            "show": _plan_line,
            "remove": _remove,
            "adopt": _adopt,
            "seating": _seating,
        }
        if handler := handlers.get(request.POST.get("do", "").partition(":")[0]):
            return handler(request, division_)
        messages.error(request, _("Choose one of the buttons of the page."))
    return _show(request, division_)


@requires(Permission.DIRECT)
def method_options(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The options of `?method=`, alone, for the form that asks for them."""
    division_ = find_division(event, division)
    number = number_asked(request, "number") or 1
    key = known_method(request.GET.get("method", ""))
    form = PlanLineForm.asking_anew(request.GET, key=key, number=min(number, 200))
    return page(request, "rounds/_method_options.html", {"division": division_, "form": form})


def known_method(key: str) -> str:
    """The key if it is one of a method that can be chosen, else the first of them."""
    keys = [key_ for key_, _label in methods_to_choose()]
    return key if key in keys else keys[0]


def _plan_line(request: HttpRequest, division: Division) -> HttpResponse:
    key = known_method(request.POST.get("method", ""))
    shown = request.POST.get("shown", "")
    typed = whole_number(request.POST.get("to_round", ""))
    number = 1 if typed is None else min(typed, 200)
    form = PlanLineForm(request.POST, key=key, number=number)
    if request.POST.get("do") == "show" or (key != shown and len(form.option_fields) > 1):
        form = PlanLineForm.asking_anew(request.POST, key=key, number=number)
        return _show(request, division, form=form)
    if not form.is_valid():
        return _show(request, division, form=form)
    line = PlannedRounds(
        form.cleaned_data["from_round"],
        form.cleaned_data["to_round"],
        key,
        form.options,
        form.source,
    )
    response = perform_form(
        request,
        form,
        lambda actor: plan_rounds(actor, division, line),
        done=_("Planned: round {rounds}, {method}.").format(
            rounds=line.rounds, method=label_of(key)
        ),
        to=_address(division),
    )
    return response or _show(request, division, form=form)


def _remove(request: HttpRequest, division: Division) -> HttpResponse:
    _do, *words = request.POST.get("do", "").split(":")
    numbers = [number for word in words if (number := whole_number(word, digits=3)) is not None]
    if len(words) != 2 or len(numbers) != 2:
        messages.error(request, _("Choose the line to take out."))
        return redirect(_address(division))
    first, last = numbers
    return perform(
        request,
        lambda actor: unplan_rounds(actor, division, first, last),
        done=_("The rounds are taken out of the plan."),
        to=_address(division),
    )


def _adopt(request: HttpRequest, division: Division) -> HttpResponse:
    form = RoundsForm(request.POST)
    if not form.is_valid():
        return _show(request, division, rounds_form=form)
    try:
        proposed = propose_plan(_players(division), form.cleaned_data["rounds"])
        set_plan(
            Actor.of(request.user), division, proposed.plan, rounds=form.cleaned_data["rounds"]
        )
    except CannotPropose as reason:
        form.add_error("rounds", refusal(reason))
        return _show(request, division, rounds_form=form)
    except Refused as refused:
        form.add_error("rounds", str(refused))
        return _show(request, division, rounds_form=form)
    number = form.cleaned_data["rounds"]
    messages.success(
        request,
        ngettext("{count} round is planned.", "{count} rounds are planned.", number).format(
            count=number
        ),
    )
    return redirect(_address(division))


def _seating(request: HttpRequest, division: Division) -> HttpResponse:
    form = SeatingForm(request.POST, seating=Seating.of(division.seating))
    response = None
    if form.is_valid():
        response = perform_form(
            request,
            form,
            lambda actor: set_seating(actor, division, form.seating),
            done=_("Boards and byes are set."),
            to=_address(division),
        )
    return response or _show(request, division, seating_form=form)


def _show(
    request: HttpRequest,
    division: Division,
    *,
    form: PlanLineForm | None = None,
    rounds_form: RoundsForm | None = None,
    seating_form: SeatingForm | None = None,
) -> HttpResponse:
    first_open = next_round_number(division)
    plan = plan_of(division)
    players = _players(division)
    context: dict[str, Any] = {
        "division": division,
        "players": players,
        "lines": [PlanRow.of(line, first_open) for line in plan],
        "first_open": first_open,
        "past": [row for row in rounds_of(division) if row.round.is_public],
        "form": form or _line_form(request, plan, first_open, division.rounds_planned),
        "seating_form": seating_form or SeatingForm(seating=Seating.of(division.seating)),
        "methods": [(label, method_paragraphs(key)) for key, label in methods_to_choose()],
    }
    if rounds_form is None:
        wanted = {"rounds": request.GET["rounds"]} if "rounds" in request.GET else None
        rounds_form = RoundsForm(wanted, initial={"rounds": division.rounds_planned})
        if wanted and rounds_form.is_valid():
            try:
                proposed = propose_plan(players, rounds_form.cleaned_data["rounds"])
            except CannotPropose as reason:
                rounds_form.add_error("rounds", refusal(reason))
            else:
                context["proposed"] = _as_lines(proposed, first_open)
    context["rounds_form"] = rounds_form
    refused = any(bound and bound.errors for bound in (form, rounds_form, seating_form))
    return page(request, "rounds/plan.html", context, status=422 if refused else 200)


def _line_form(
    request: HttpRequest, plan: tuple[PlannedRounds, ...], first_open: int, last: int | None
) -> PlanLineForm:
    """The form for the line of `?from=`, or for the first rounds nobody has planned."""
    begin = next(n for n in range(first_open, 9999) if planned_for(plan, n) is None)
    number = number_asked(request, "from")
    if number is None and last is not None and begin > last:
        number = first_open  # everything is planned: the line that comes next
    line = planned_for(plan, number) if number else None
    if line is not None:
        values = {"from_round": max(line.from_round, first_open), "to_round": line.to_round}
        return PlanLineForm(
            key=known_method(line.method),
            number=line.to_round,
            source=line.source,
            options=line.options,
            initial=values,
        )
    end = max(
        begin,
        min([line.from_round - 1 for line in plan if line.from_round > begin] or [last or begin]),
    )
    return PlanLineForm(
        key=known_method("swiss"), number=begin, initial={"from_round": begin, "to_round": end}
    )


def _as_lines(proposed: Proposed, first_open: int) -> list[PlanRow]:
    return [
        PlanRow.of(line, first_open, why)
        for line, why in zip(proposed.plan, sentences(proposed.reasons, {}), strict=True)
    ]


def _players(division: Division) -> int:
    """How many take part in the round that comes next."""
    number = next_round_number(division)
    return sum(entrant.active_in(number) for entrant in division_field(division).entrants)


def _address(division: Division) -> str:
    return reverse("plan", args=[division.event.slug, division.slug])
