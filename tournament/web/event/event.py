"""The pages of all events, of one event with its divisions and rules, and of a new one."""

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring import catalogue as game_catalogue
from scoring.lexicon import lexicons
from scoring.wording.names import name_of as name_of_data
from tournament.actions.event.events import create_division, create_event
from tournament.catalogue import board_of, tiles_of
from tournament.engine.standings import precedence
from tournament.models import Event
from tournament.queries.event.events import all_events, divisions_of
from tournament.queries.event.hall import version_of_event
from tournament.queries.people.clubs import all_clubs
from tournament.queries.safety.activity import log_head_of
from tournament.web.access import Permission, may, requires
from tournament.web.event.rules import in_words
from tournament.web.forms import DivisionForm, EventForm
from tournament.web.page import find_event, number_asked, page
from tournament.web.perform import perform_form
from tournament.wording.plugins import name_of, translated

NOTHING_NEW = 204


@requires(Permission.READ)
def event_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show an event. With `?since=` the answer is empty while nothing has changed since that version."""
    event_ = find_event(event)
    since = number_asked(request, "since")
    if since is not None and since == version_of_event(event_):
        return HttpResponse(status=NOTHING_NEW)
    return _show(request, event_, DivisionForm())


@requires(Permission.DIRECT)
@require_POST
def add_division(request: HttpRequest, event: str) -> HttpResponse:
    """Add a division and go on to its page, where players are pasted."""
    event_ = find_event(event)
    form = DivisionForm(request.POST)
    response = None
    if form.is_valid():
        response = perform_form(
            request,
            form,
            lambda actor: create_division(actor, event_, **form.cleaned_data),
            done=lambda division: _("Division {division} added.").format(division=division),
            to=lambda division: division.get_absolute_url(),
            field="name",
        )
    return response or _show(request, event_, form)


def _show(request: HttpRequest, event: Event, form: DivisionForm) -> HttpResponse:
    rules = event.rules
    version = version_of_event(event)
    words = lexicons().get(event.lexicon)
    game_rules = game_catalogue.rule_sets().get(rules.rules)
    divisions = divisions_of(event)
    if not divisions:
        form.fields["name"].widget.attrs["autofocus"] = True
    return page(
        request,
        "event/event.html",
        {
            "event": event,
            "divisions": divisions,
            "version": version,
            "rules": rules,
            "rules_name": translated(rules.name),
            "game_rules": name_of_data(game_rules) if game_rules else rules.rules,
            "missed_rounds": in_words(rules.missed_rounds),
            "words": words,
            "tiles": name_of_data(tiles_of(rules)) if game_rules else "",
            "board": name_of_data(board_of(rules)) if game_rules else "",
            "metrics": [name_of(metric) for metric in precedence(rules.precedence).values()],
            "form": form,
            "log_head": log_head_of(event) if may(request, Permission.LOOK) else "",
        },
        status=422 if form.errors else 200,
    )


@requires(Permission.DIRECT)
def new_event(request: HttpRequest) -> HttpResponse:
    """Show the form; make the event and go to its page."""
    today = timezone.localdate()
    clubs = {club.slug: club for club in all_clubs()}
    form = EventForm(
        request.POST or None,
        initial={"preset": "club", "date": today, "club": request.GET.get("club", "")},
        clubs=[(slug, club.name) for slug, club in clubs.items()],
    )
    response = None
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data | {"club": clubs.get(form.cleaned_data.get("club", ""))}
        response = perform_form(
            request,
            form,
            lambda actor: create_event(actor, **values),
            done="",
            to=lambda event: event.get_absolute_url(),
        )
    return response or page(
        request, "event/new_event.html", {"form": form}, status=422 if form.errors else 200
    )


@requires(Permission.READ)
def home(request: HttpRequest) -> HttpResponse:
    """List the events, the latest first; while there is no account, ask for the first."""
    if not request.user.is_authenticated and not User.objects.exists():
        return redirect("first_account")
    return page(request, "event/home.html", {"events": all_events()})
