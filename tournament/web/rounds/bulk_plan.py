"""Bulk actions on the lines of a division's plan: change the method, or remove them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from scoring.bulk_actions import list_address, selected_rows
from scoring.wording.phrases import comma_list
from tournament.actions.rounds.plans import change_method_of_lines, remove_plan_lines
from tournament.queries.rounds.pairing import plan_of
from tournament.queries.rounds.rounds import next_round_number
from tournament.queries.versions import version_of_plan
from tournament.web.access import Permission, requires
from tournament.web.page import find_division
from tournament.web.perform import perform
from tournament.web.rounds.forms import method_choices
from tournament.web.rounds.tables import PlanRow
from tournament.web.tables import confirm_and_run
from tournament.wording.methods import method_label


@requires(Permission.DIRECT)
@require_POST
def change_plan_lines(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Change the method of the selected lines, or remove them from the plan after a confirmation.

    Published rounds are refused.
    """
    division_ = find_division(event, division)
    to = list_address(request, reverse("plan", args=[division_.event.slug, division_.slug]))
    plan = plan_of(division_)
    first_open = next_round_number(division_)
    marked = selected_rows(request, [PlanRow.from_line(line, first_open) for line in plan], "mark")
    if not marked:
        return redirect(to)
    published = [row.rounds for row in marked if not row.is_open]
    if published:
        messages.error(
            request,
            _(
                "These rounds are already published or no longer planned: {rounds}. Clear their boxes "
                "and try again."
            ).format(rounds=comma_list(published)),
        )
        return redirect(to)
    lines = [(row.from_round, row.to_round) for row in marked]
    rounds = comma_list(row.open_rounds for row in marked)
    method = request.POST.get("method", "")
    if request.POST.get("do") == "method" and method in dict(method_choices()):
        return perform(
            request,
            lambda actor: change_method_of_lines(
                actor, division_, lines, method, seen=request.POST.get("seen")
            ),
            done=_("Planned rounds: {rounds}. Method: {method}.").format(
                rounds=rounds, method=method_label(method)
            ),
            to=to,
        )
    if request.POST.get("do") != "remove":
        messages.error(request, _("Choose what to do with the selected rows."))
        return redirect(to)
    return confirm_and_run(
        request,
        marked,
        "mark",
        lambda actor, _rows: remove_plan_lines(
            actor, division_, lines, seen=request.POST.get("seen")
        ),
        division=division_,
        listed=_("Plan"),
        back=to,
        question=ngettext(
            "Remove {count} line from the plan?", "Remove {count} lines from the plan?", len(marked)
        ),
        names=[f"{row.open_rounds}: {row.method}" for row in marked],
        happens=_("You choose the method when you pair these rounds."),
        button=_("Remove from the plan"),
        done=lambda _count: _("The rounds have been removed from the plan."),
        seen=version_of_plan(plan, division_.rounds_planned),
    )
