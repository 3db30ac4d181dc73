"""The page of a division's plan: the method of each round, boards and byes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actions.activity import Actor
from tournament.actions.act import EditConflict, Refused
from tournament.actions.rounds.automatic_rounds import version_of_minutes
from tournament.actions.rounds.plans import adopt_proposal, plan_rounds, set_seating, unplan_rounds
from tournament.engine.pairing.automatic_rounds import UnattendedSetting
from tournament.engine.pairing.event_plan import (
    CannotPropose,
    PlannedRounds,
    ProposedPlan,
    planned_rounds_for,
)
from tournament.engine.pairing.seating import Seating, format_board_ranges
from tournament.models import Division
from tournament.queries.rounds.automatic_rounds import automatic_round_notice
from tournament.queries.rounds.pairing import plan_of
from tournament.queries.rounds.proposals import (
    next_round_player_count,
    proposal_for,
    proposed_plan_for,
)
from tournament.queries.rounds.rounds import next_round_number, round_summaries
from tournament.queries.versions import version_of, version_of_plan
from tournament.web.access import Permission, requires
from tournament.web.conflict import Conflict, conflict_of_values
from tournament.web.page import find_division, page, parse_whole_number, query_number
from tournament.web.perform import perform, perform_form
from tournament.web.rounds.forms import (
    AutoPublishForm,
    PlanLineForm,
    PlanProposalForm,
    SeatingForm,
    method_choices,
    method_paragraphs,
)
from tournament.web.rounds.tables import PlanRow, PlanTable
from tournament.web.tables import list_page
from tournament.wording.methods import method_label, options_in_words
from tournament.wording.sentences import refusal_sentence, sentences


@requires(Permission.DIRECT)
def plan_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show the plan; plan or remove rounds, adopt a proposal, or change how boards and byes are assigned."""
    division_ = find_division(event, division)
    if request.method == "POST":
        handlers: dict[str, Callable[[HttpRequest, Division], HttpResponse]] = {
            "line": _plan_rounds,
            "show": _plan_rounds,
            "remove": _remove_rounds,
            "adopt": _adopt_proposal,
            "seating": _set_seating,
        }
        if handler := handlers.get(request.POST.get("do", "").partition(":")[0]):
            return handler(request, division_)
        messages.error(request, _("Choose one of the buttons on the page."))
    return _render_page(request, division_)


@requires(Permission.DIRECT)
def method_options(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Return the option fields of the method in `?method=`, which the form loads.

    `?number=` is the round, by default 1.
    """
    division_ = find_division(event, division)
    number = query_number(request, "number") or 1
    key = known_method(request.GET.get("method", ""))
    form = PlanLineForm.for_method(request.GET, key=key, number=min(number, 200))
    return page(
        request, "tournament/rounds/_method_options.html", {"division": division_, "form": form}
    )


def known_method(key: str) -> str:
    """Return the key if that method can be chosen, else the key of the first method."""
    keys = [key_ for key_, _label in method_choices()]
    return key if key in keys else keys[0]


def _plan_rounds(request: HttpRequest, division: Division) -> HttpResponse:
    key = known_method(request.POST.get("method", ""))
    shown = request.POST.get("shown", "")
    typed = parse_whole_number(request.POST.get("to_round", ""))
    number = 1 if typed is None else min(typed, 200)
    form = PlanLineForm(request.POST, key=key, number=number)
    if request.POST.get("do") == "show" or (key != shown and len(form.option_fields) > 1):
        form = PlanLineForm.for_method(request.POST, key=key, number=number)
        return _render_page(request, division, form=form)
    if not form.is_valid():
        return _render_page(request, division, form=form)
    line = PlannedRounds(
        form.cleaned_data["from_round"],
        form.cleaned_data["to_round"],
        key,
        form.options,
        form.source,
    )
    conflicts: list[EditConflict] = []
    response = perform_form(
        request,
        form,
        lambda actor: plan_rounds(actor, division, line, seen=request.POST.get("seen")),
        done=_("Planned rounds: {rounds}. Method: {method}.").format(
            rounds=line.rounds, method=method_label(key)
        ),
        to=_address(division),
        changed=conflicts.append,
    )
    return response or _render_page(
        request, division, form=form, conflict=_conflict_of_plans(conflicts, "line")
    )


def _remove_rounds(request: HttpRequest, division: Division) -> HttpResponse:
    _do, *words = request.POST.get("do", "").split(":")
    numbers = [
        number for word in words if (number := parse_whole_number(word, digits=3)) is not None
    ]
    if len(words) != 2 or len(numbers) != 2:
        messages.error(request, _("Choose the line to remove."))
        return redirect(_address(division))
    first, last = numbers
    return perform(
        request,
        lambda actor: unplan_rounds(actor, division, first, last, seen=request.POST.get("seen")),
        done=_("The rounds have been removed from the plan."),
        to=_address(division),
    )


def _adopt_proposal(request: HttpRequest, division: Division) -> HttpResponse:
    form = PlanProposalForm(request.POST)
    if not form.is_valid():
        return _render_page(request, division, rounds_form=form)
    try:
        adopt_proposal(
            Actor.for_user(request.user),
            division,
            form.cleaned_data["rounds"],
            seen=request.POST.get("seen"),
        )
    except EditConflict as changed:
        lengths = (division.rounds_planned, form.cleaned_data["rounds"])
        conflict = _conflict_of_plans([changed], "adopt", lengths)
        return _render_page(request, division, rounds_form=form, conflict=conflict)
    except Refused as refused:
        form.add_error("rounds", str(refused))
        return _render_page(request, division, rounds_form=form)
    number = form.cleaned_data["rounds"]
    messages.success(
        request,
        ngettext(
            "{count} round has been planned.", "{count} rounds have been planned.", number
        ).format(count=number),
    )
    return redirect(_address(division))


def _set_seating(request: HttpRequest, division: Division) -> HttpResponse:
    form = SeatingForm(request.POST, seating=Seating.from_stored(division.seating))
    response, conflict = None, None
    if form.is_valid():
        conflicts: list[EditConflict] = []
        response = perform_form(
            request,
            form,
            lambda actor: set_seating(actor, division, form.seating, seen=request.POST.get("seen")),
            done=_("The settings for boards and byes have been saved."),
            to=_address(division),
            changed=conflicts.append,
        )
        if conflicts:
            labels = {name: str(field.label) for name, field in form.fields.items()}
            typed = form.seating.as_dict()
            conflict = PlanConflict(
                "seating", conflict_of_values(conflicts[0], labels, typed, _value_in_words)
            )
    return response or _render_page(request, division, seating_form=form, conflict=conflict)


@dataclass(frozen=True)
class PlanConflict:
    """A conflict, and the key of the form whose submission caused it."""

    form: str
    conflict: Conflict


def _conflict_of_plans(
    changed: Sequence[EditConflict],
    form: str,
    lengths: tuple[int | None, int | None] = (None, None),
) -> PlanConflict | None:
    """Return a comparison of the planned rounds that differ between the two versions of the plan.

    `lengths` are the numbers of rounds in the two versions. Return None if `changed` is empty.
    """
    if not changed:
        return None
    before, after = changed[0].now
    last = max((line.to_round for line in (*before, *after)), default=0)
    cells = [
        (
            number,
            (
                _line_in_words(planned_rounds_for(before, number)),
                _line_in_words(planned_rounds_for(after, number)),
            ),
        )
        for number in range(1, last + 1)
    ]
    rows = []
    if lengths[0] != lengths[1]:
        cells_of_length = tuple(str(rounds or _("not planned")) for rounds in lengths)
        rows.append((_("Number of rounds"), cells_of_length))
    for (now, then), same in groupby(cells, key=lambda cell: cell[1]):
        numbers = [number for number, _cells in same]
        if now != then:
            label = format_board_ranges(numbers)
            rows.append((_("Round {rounds}").format(rounds=label), (now, then)))
    sentence, columns = str(changed[0]), (_("Now"), _("Typed here"))
    return PlanConflict(form, Conflict(sentence, columns, tuple(rows), changed[0].version))


def _value_in_words(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


def _line_in_words(line: PlannedRounds | None) -> str:
    if line is None:
        return _("not planned")
    method, options = method_label(line.method), options_in_words(line.method, line.options)
    return f"{method}, {options}" if options else method


def _render_page(
    request: HttpRequest,
    division: Division,
    *,
    form: PlanLineForm | None = None,
    rounds_form: PlanProposalForm | None = None,
    seating_form: SeatingForm | None = None,
    conflict: PlanConflict | None = None,
) -> HttpResponse:
    first_open = next_round_number(division)
    plan = plan_of(division)
    players = next_round_player_count(division)
    minutes = UnattendedSetting.from_stored(division.unattended).minutes
    seen = version_of_plan(plan, division.rounds_planned)
    lines = [PlanRow.from_line(line, first_open) for line in plan]
    # A form shown again keeps the version it was based on, or takes the one it was compared with.
    sent = conflict.conflict.version if conflict else request.POST.get("seen", "")
    context: dict[str, Any] = {
        "division": division,
        "players": players,
        "lines": lines,
        "first_open": first_open,
        "past": [row for row in round_summaries(division) if row.round.is_public],
        "form": form or _line_form(request, plan, first_open, division.rounds_planned),
        "seating_form": seating_form or SeatingForm(seating=Seating.from_stored(division.seating)),
        "conflict": conflict.conflict if conflict else None,
        "conflict_of": conflict.form if conflict else "",
        "seen": seen,
        "seen_by_line": sent if form is not None else seen,
        "seen_by_seating": sent
        if seating_form is not None
        else version_of(Seating.from_stored(division.seating).as_dict()),
        "unattended_form": AutoPublishForm(initial={"minutes": minutes}),
        "unattended_seen": version_of_minutes(minutes),
        "announced": automatic_round_notice(division),
        "methods": [(label, method_paragraphs(key)) for key, label in method_choices()],
        "methods_to_choose": method_choices(),
    }
    if rounds_form is None:
        wanted = {"rounds": request.GET["rounds"]} if "rounds" in request.GET else None
        if wanted is None and not plan and (proposal := proposal_for(division)):
            wanted = {"rounds": str(proposal.rounds)}
        rounds_form = PlanProposalForm(wanted, initial={"rounds": division.rounds_planned})
        if wanted and rounds_form.is_valid():
            try:
                proposed = proposed_plan_for(division, players, rounds_form.cleaned_data["rounds"])
            except CannotPropose as reason:
                rounds_form.add_error("rounds", refusal_sentence(reason))
            else:
                context["proposed"] = _plan_rows(proposed, first_open)
    context["rounds_form"] = rounds_form
    refused = any(bound and bound.errors for bound in (form, rounds_form, seating_form))
    return list_page(
        request,
        "tournament/rounds/plan.html",
        context,
        PlanTable,
        lines,
        title=_("Plan of division {division}").format(division=division),
        event=division.event,
        status=422 if refused or conflict else 200,
    )


def _line_form(
    request: HttpRequest, plan: tuple[PlannedRounds, ...], first_open: int, last: int | None
) -> PlanLineForm:
    """Return the form for the planned line that contains the round in `?from=`, or for the first unplanned rounds.

    Without `?from=`, if all rounds are planned, it is the form for the line of the first open round.
    """
    begin = next(n for n in range(first_open, 9999) if planned_rounds_for(plan, n) is None)
    number = query_number(request, "from")
    if number is None and last is not None and begin > last:
        number = first_open  # all rounds are planned: the next line
    line = planned_rounds_for(plan, number) if number else None
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


def _plan_rows(proposed: ProposedPlan, first_open: int) -> list[PlanRow]:
    return [
        PlanRow.from_line(line, first_open, why)
        for line, why in zip(proposed.plan, sentences(proposed.reasons, {}), strict=True)
    ]


def _address(division: Division) -> str:
    return reverse("plan", args=[division.event.slug, division.slug])
