"""The screen of one event: its divisions and its rules."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from scoring import catalogue as game_catalogue
from scoring.actions.activity import Actor
from scoring.lexicon import lexicons
from tournament.actions.events import create_division
from tournament.actions.refusal import Refused
from tournament.engine.standings import precedence
from tournament.models import Event
from tournament.queries.events import divisions_of
from tournament.web.access import Permission, requires
from tournament.web.forms import DivisionForm
from tournament.web.page import find_event, page


@requires(Permission.READ)
def event_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show an event."""
    return _show(request, find_event(event), DivisionForm())


@requires(Permission.DIRECT)
@require_POST
def add_division(request: HttpRequest, event: str) -> HttpResponse:
    """Add a division and go on to its page, where players are pasted."""
    found = find_event(event)
    form = DivisionForm(request.POST)
    if form.is_valid():
        try:
            division = create_division(Actor.of(request.user), found, **form.cleaned_data)
        except Refused as refused:
            form.add_error("name", str(refused))
        else:
            messages.success(request, f"Division {division} added.")
            return redirect(division)
    return _show(request, found, form)


def _show(request: HttpRequest, event: Event, form: DivisionForm) -> HttpResponse:
    rules = event.rules
    words = lexicons().get(event.lexicon)
    divisions = divisions_of(event)
    if not divisions:
        form.fields["name"].widget.attrs["autofocus"] = True
    return page(
        request,
        "event.html",
        {
            "event": event,
            "divisions": divisions,
            "rules": rules,
            "game_rules": game_catalogue.rule_sets().get(rules.rules),
            "words": words,
            "metrics": list(precedence(rules.precedence).values()),
            "form": form,
        },
        status=422 if form.errors else 200,
    )
