"""The screen of an event's rules: its own copy of the preset, every value with what it does."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.actions.activity import Actor
from tournament.actions.refusal import ChangedMeanwhile, Refused
from tournament.actions.rules import change_rules, settled_rounds
from tournament.catalogue import presets
from tournament.engine.standings import all_metrics
from tournament.queries.versions import version_of
from tournament.web.access import Permission, requires
from tournament.web.conflict import Conflict, conflict_of_values, seen_by
from tournament.web.page import find_event, page
from tournament.web.rules_form import RulesForm, in_words
from tournament.web.safety import copy_first


@requires(Permission.DIRECT)
def rules_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the rules; change them, with a reason once a round is published."""
    found = find_event(event)
    settled = max(settled_rounds(found).values(), default=0)
    form = RulesForm(
        request.POST or None, rules=found.rules, preset=found.preset, running=settled > 0
    )
    conflict: Conflict | None = None
    if request.method == "POST" and form.is_valid():
        copy_first(request, f"changing the rules of {found}")
        try:
            change_rules(
                Actor.of(request.user),
                found,
                form.values,
                reason=form.cleaned_data.get("reason", ""),
                seen=request.POST.get("seen", ""),
            )
        except ChangedMeanwhile as changed:
            conflict = conflict_of_values(changed, form.labels, form.values, in_words)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            since = f" from round {settled + 1} on" if settled else ""
            messages.success(request, f"The rules are changed{since}.")
            return redirect("rules", found.slug)
    chosen = presets().get(found.preset)
    return page(
        request,
        "rules.html",
        {
            "event": found,
            "form": form,
            "conflict": conflict,
            "seen": seen_by(
                form if form.is_bound else None, conflict, version_of(found.rules.as_dict())
            ),
            "settled": settled,
            "preset": chosen.name if chosen else found.preset,
            "metrics": [
                (metric.label, type(metric).explanation()) for metric in all_metrics().values()
            ],
        },
        status=422 if conflict or form.errors else 200,
    )
