"""The pages of all events, of one event with its divisions, and of a new event."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring import catalogue as game_catalogue
from scoring.actions.activity import Actor
from scoring.lexicon import lexicons
from scoring.tables import MAX_SEARCH_LENGTH
from scoring.wording.names import name_of as name_of_data
from tournament.actions.act import ConfirmationRequired, Refused
from tournament.actions.event.events import create_division, create_event
from tournament.actions.event.first_round import create_event_with_first_round
from tournament.actions.people.entries import preview_names
from tournament.catalogue import layout_of, presets, tile_set_of
from tournament.engine.event_rules import EventRules
from tournament.engine.roster import split_by_division
from tournament.engine.roster_table import pasted_table
from tournament.engine.standings import precedence
from tournament.exchange.tables import MAX_FILE_BYTES
from tournament.extension import FRONT_PAGES
from tournament.models import Division, Event, EventSize
from tournament.queries.event.desk import next_step_of
from tournament.queries.event.events import all_events, division_summaries, running_event
from tournament.queries.people.clubs import all_clubs
from tournament.queries.people.rosters import earlier_divisions
from tournament.queries.rounds.proposals import USUAL_ROUNDS
from tournament.queries.safety.activity import log_head_of
from tournament.queries.versions import version_of, version_of_event
from tournament.web.access import Permission, has_page_permission, requires, requires_desk
from tournament.web.cards import cards_at
from tournament.web.event.forms import DivisionForm, EventForm
from tournament.web.event.panel import recent_actions
from tournament.web.event.rules import rule_value_text, rules_differing_from_preset
from tournament.web.forms import MAX_ROSTER_LENGTH
from tournament.web.page import (
    NOTHING_NEW,
    find_event,
    may_open_event,
    organisation_if_several,
    page,
    parse_whole_number,
    query_number,
)
from tournament.web.people.roster import chosen_roster_table, roster_table_in
from tournament.web.perform import add_error_messages, perform_form
from tournament.wording.plugins import name_of, translate_text

EVENTS_ON_A_PAGE = 50
CLUBS_ON_HOME = 3
MAX_BOARDS_IN_GRID = 300
"""Number of boards up to which an event page shows each board; above it, only the missing ones are named."""


@dataclass(frozen=True)
class RulesSummary:
    """The main consequences of an event's rules, as shown on its page and before a new event is made."""

    rules: EventRules
    name: str
    game_rules: str
    tiles: str
    board: str
    metrics: tuple[str, ...]
    missed_rounds: str

    @classmethod
    def from_rules(cls, rules: EventRules) -> "RulesSummary":
        """Return the facts in the language of the page; tiles and board are empty if the rule set is unknown."""
        game_rules = game_catalogue.rule_sets().get(rules.rules)
        return cls(
            rules=rules,
            name=translate_text(rules.name),
            game_rules=name_of_data(game_rules) if game_rules else rules.rules,
            tiles=name_of_data(tile_set_of(rules)) if game_rules else "",
            board=name_of_data(layout_of(rules)) if game_rules else "",
            metrics=tuple(name_of(metric) for metric in precedence(rules.precedence).values()),
            missed_rounds=rule_value_text(rules.missed_rounds),
        )


@requires_desk
def event_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show an event. With `?since=`, the response is empty if nothing has changed since that version."""
    event_ = find_event(event)
    since = query_number(request, "since")
    if since is not None and since == version_of_event(event_):
        return HttpResponse(status=NOTHING_NEW)
    return _render_page(request, event_, DivisionForm())


@requires(Permission.DIRECT)
@require_POST
def add_division(request: HttpRequest, event: str) -> HttpResponse:
    """Add a division and go to its page, where players can be pasted."""
    event_ = find_event(event)
    form = DivisionForm(request.POST)
    response = None
    if form.is_valid():
        response = perform_form(
            request,
            form,
            lambda actor: create_division(
                actor, event_, continues_board_numbers=True, **form.cleaned_data
            ),
            done=lambda division: _("Division {division} added.").format(division=division),
            to=lambda division: division.get_absolute_url(),
            field="name",
        )
    return response or _render_page(request, event_, form)


def _render_page(request: HttpRequest, event: Event, form: DivisionForm) -> HttpResponse:
    version = version_of_event(event)
    if event.closed_at:  # the page no longer has the form
        add_error_messages(request, form)
    divisions = division_summaries(event)
    only = divisions[0].division if len(divisions) == 1 else None
    if not divisions:
        form.fields["name"].widget.attrs["autofocus"] = True
    return page(
        request,
        "tournament/event/event.html",
        {
            "event": event,
            "divisions": [(row, next_step_of(row)) for row in divisions],
            "division_cards": cards_at("divisions", request, [row.division for row in divisions]),
            "only": only,
            "steps": recent_actions(request, [row.division for row in divisions])
            if divisions
            else [],
            "grids": sum(row.boards for row in divisions) <= MAX_BOARDS_IN_GRID,
            "version": version,
            "facts": RulesSummary.from_rules(event.rules),
            "differing": rules_differing_from_preset(event),
            "words": lexicons().get(event.lexicon),
            "form": form,
            "log_head": log_head_of(event) if has_page_permission(request, Permission.LOOK) else "",
        },
        status=422 if form.errors else 200,
    )


@requires(Permission.DIRECT)
def new_event(request: HttpRequest) -> HttpResponse:
    """Create an event from its name, rules and players; if there are players, the first round is drafted at once."""
    clubs = {club.slug: club for club in all_clubs()}
    form = EventForm(
        request.POST or None,
        request.FILES or None,
        initial={
            "preset": "club",
            "size": EventSize.CLUB,
            "date": timezone.localdate(),
            "club": request.GET.get("club", ""),
            "rounds": USUAL_ROUNDS,
        },
        clubs=[(slug, club.name) for slug, club in clubs.items()],
        earlier=[(str(row.pk), _division_label(row)) for row in earlier_divisions()],
    )
    response = None
    questions: list[str] = []
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        about = ("name", "preset", "date", "place", "tile_set", "layout", "size")
        values = {key: typed[key] for key in about if key != "size" or typed[key]}
        values["club"] = clubs.get(typed.get("club", ""))
        try:
            rosters = _submitted_rosters(request, typed)
        except Refused as refused:
            form.add_error("file", str(refused))
        else:
            if rosters or typed.get("again"):
                response, questions = _create_with_round(request, form, rosters, values)
            else:
                response, questions = _create_without_players(request, form, values)
    return response or page(
        request,
        "tournament/event/new_event.html",
        {
            "form": form,
            "questions": questions,
            "rules": [(key, RulesSummary.from_rules(preset)) for key, preset in presets().items()],
        },
        status=422 if form.errors or questions else 200,
    )


def _division_label(division: Division) -> str:
    """Return the label of an earlier division: its event, its name and its number of players."""
    return f"{division.event}, {division} ({vars(division)['players']})"


@requires(Permission.DIRECT)
@require_POST
def new_event_players(request: HttpRequest) -> HttpResponse:
    """Show how the players typed for a new event are understood; nothing is saved."""
    rules = presets().get(request.POST.get("preset", ""))
    family_first = rules.family_first if rules else False
    typed = request.POST.get("roster", "")[:MAX_ROSTER_LENGTH]
    read = [
        (name or _("A"), preview_names(text, family_first=family_first))
        for name, text in _pasted_rosters(request, typed)
    ]
    return page(request, "tournament/event/_new_players.html", {"rosters": read})


def _pasted_rosters(request: HttpRequest, typed: str) -> list[tuple[str, str]]:
    """Return each division of a pasted list as (name, players), with one player per line.

    The name is empty if none is given.
    """
    rosters = []
    for name, text in split_by_division(typed, {"Division", _("Division")}):
        table = pasted_table(text)
        rosters.append((name, chosen_roster_table(request, table).text if table else text))
    return rosters


def _submitted_rosters(request: HttpRequest, typed: dict[str, Any]) -> list[tuple[str, str]]:
    """Return each division as (name, players); those of an uploaded file are added to the first.

    Raise `Refused` if the file cannot be used.
    """
    rosters = _pasted_rosters(request, typed["roster"])
    if upload := typed.get("file"):
        table, _notes = roster_table_in(upload.name, upload.read(MAX_FILE_BYTES + 1), _("A"))
        name, text = rosters[0] if rosters else ("", "")
        more = chosen_roster_table(request, table).text
        rosters[:1] = [(name, "\n".join(part for part in (text.strip("\n"), more) if part))]
    return rosters


def _create_without_players(
    request: HttpRequest, form: EventForm, values: dict[str, Any]
) -> tuple[HttpResponse | None, list[str]]:
    """Create the event without players, and return (redirect, []).

    Return (None, questions) if the date is unlikely, and (None, []) if the event is refused; the form
    then contains the reason.
    """
    sent = version_of([str(values["date"])])
    try:
        event = create_event(
            Actor.for_user(request.user), **values, accepted=form.cleaned_data["accepted"] == sent
        )
    except ConfirmationRequired as questionable:
        form.data = request.POST.copy()
        form.data["accepted"] = sent
        return None, questionable.questions
    except Refused as refused:
        form.add_error(None, str(refused))
        return None, []
    return redirect(event), []


def _create_with_round(
    request: HttpRequest, form: EventForm, rosters: list[tuple[str, str]], values: dict[str, Any]
) -> tuple[HttpResponse | None, list[str]]:
    """Create the event and draft its first round, and return (redirect, []).

    The redirect leads to the division if there is only one, else to the event. Return (None, questions) if the
    roster or the date is doubtful, and (None, []) if the event is refused; the form then contains the reason.
    """
    sent = version_of([*map(str, rosters), str(values["date"])])
    try:
        divisions = create_event_with_first_round(
            Actor.for_user(request.user),
            rosters=rosters,
            rounds=form.cleaned_data["rounds"] or USUAL_ROUNDS,
            earlier_division=parse_whole_number(form.cleaned_data.get("again", "")),
            accepted=form.cleaned_data["accepted"] == sent,
            **values,
        )
    except ConfirmationRequired as questionable:
        data = request.POST.copy()
        data["accepted"], data["roster"] = sent, _rosters_as_text(rosters)
        form.data = data
        return None, questionable.questions
    except Refused as refused:
        form.add_error(None, str(refused))
        return None, []
    messages.success(request, _("Round 1 has been drafted. Check the boards, then publish it."))
    return redirect(divisions[0] if len(divisions) == 1 else divisions[0].event), []


def _rosters_as_text(rosters: list[tuple[str, str]]) -> str:
    """Return the rosters as one pasted list, with a heading for each named division."""
    heading = _("Division {division}:")
    return "\n".join(
        f"{heading.format(division=name)}\n{text}" if name else text for name, text in rosters
    )


@requires(Permission.READ)
def home(request: HttpRequest) -> HttpResponse:
    """Show the possible actions, the running event and all events; `?find=` searches them.

    If there is no account yet, logged-out readers are sent to the page that creates the first one.
    Otherwise they get the front page of a room, or a page to log in or ask the judge if no room has one.
    """
    if not request.user.is_authenticated:
        if not User.objects.exists():
            return redirect("first_account")
        fronts = (front(request) for front in FRONT_PAGES)
        return next(filter(None, fronts), None) or page(request, "tournament/event/front.html", {})
    search = request.GET.get("find", "")[:MAX_SEARCH_LENGTH].strip()
    paginator = Paginator(all_events(search), EVENTS_ON_A_PAGE)
    events = paginator.get_page(request.GET.get("page", ""))
    running = None if search or events.number > 1 else running_event(timezone.localdate())
    return page(
        request,
        "tournament/event/home.html",
        {
            "events": events,
            "running": running if running and may_open_event(request, running) else None,
            "divisions": [(row, next_step_of(row)) for row in division_summaries(running)]
            if running
            else [],
            "clubs": all_clubs().order_by(F("last").desc(nulls_last=True))[:CLUBS_ON_HOME],
            "closed_to_reader": {
                event.pk for event in events if not may_open_event(request, event)
            },
            "search": search,
            "organisation": organisation_if_several(request),
        },
    )
