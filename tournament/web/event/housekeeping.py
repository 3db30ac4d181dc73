"""The page on which an event is renamed, closed, reopened or removed."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from tournament.actions.act import ConfirmationRequired, Refused
from tournament.actions.event.events import unusual_date_question
from tournament.actions.event.housekeeping import (
    NameNotTyped,
    change_event_details,
    close_event,
    division_removal_obstacle,
    event_details,
    refuse_to_remove,
    removal_obstacle,
    remove_division,
    remove_event,
    rename_division,
    reopen_event,
    was_published,
)
from tournament.models import Division, Event, EventSize
from tournament.queries.event.events import unplayed_divisions
from tournament.queries.versions import version_of
from tournament.web.access import Permission, requires
from tournament.web.conflict import Conflict, conflict_of_values, labels_of, seen_version
from tournament.web.event.forms import DivisionForm
from tournament.web.forms import NO_AUTOCOMPLETE, ReasonForm
from tournament.web.page import find_division, find_event, page
from tournament.web.perform import add_error_messages, perform, perform_after_snapshot, perform_form
from tournament.web.tables import confirmation_page
from tournament.wording.log import say


class EventDetailsForm(forms.Form):
    """The name, date and place of an event, its languages and size, and whether the calendar shows it."""

    name = forms.CharField(
        max_length=120,
        label=_lazy("Name of the event"),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
        error_messages={"required": _lazy("Give the event a name that players will recognise.")},
    )
    date = forms.DateField(
        label=_lazy("Date"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    place = forms.CharField(max_length=120, label=_lazy("Venue"), required=False)
    language = forms.ChoiceField(
        label=_lazy("Language"),
        required=False,
        help_text=_lazy("For papers, screens and public pages."),
        widget=forms.Select(attrs={"translate": "no"}),  # each language by its own name
        choices=[("", _lazy("Each reader’s own language")), *settings.LANGUAGES],
    )
    second_language = forms.ChoiceField(
        label=_lazy("Second language"),
        required=False,
        help_text=_lazy("Shown on papers and screens in addition to the first language."),
        widget=forms.Select(attrs={"translate": "no"}),
        choices=[("", _lazy("none")), *settings.LANGUAGES],
    )
    size = forms.ChoiceField(
        label=_lazy("Kind of event"),
        required=False,
        help_text=_lazy("Decides which pages the menus show. The search finds the others, too."),
        choices=EventSize.choices,
    )
    in_calendar = forms.BooleanField(
        label=_lazy("Show this event in the public calendar"),
        required=False,
        help_text=_lazy("An event without a date is not in any calendar."),
    )


@requires(Permission.DIRECT)
def housekeeping_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the actions on the event as a whole, and save the submitted details."""
    event_ = find_event(event)
    form = EventDetailsForm(request.POST) if request.method == "POST" else None
    response = None
    day = ""
    conflicts: list[Conflict] = []
    if form is not None and form.is_valid():
        typed = form.cleaned_data
        day = str(typed["date"] or "")
        accepted = request.POST.get("accepted") == day
        asks_about_day = bool(not accepted and unusual_date_question(typed["date"]))
        response = perform_form(
            request,
            form,
            lambda actor: change_event_details(
                actor, event_, **typed, accepted=accepted, seen=_seen_version(request)
            ),
            done=_("The details have been saved. Addresses and links have not changed."),
            to=_address(event_),
            field="date" if asks_about_day else "name",
            changed=lambda changed: conflicts.append(
                conflict_of_values(changed, labels_of(form), typed, _value_in_words)
            ),
        )
    return response or _render_page(
        request, event_, about=form, conflict=next(iter(conflicts), None), asks_about=day
    )


@requires(Permission.DIRECT)
@require_POST
def rename_division_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Rename a division."""
    division_ = find_division(event, division)
    form = DivisionForm(request.POST, auto_id=f"id_%s_{division_.pk}")
    response = None
    conflicts: list[Conflict] = []
    if form.is_valid():
        typed = form.cleaned_data
        response = perform_form(
            request,
            form,
            lambda actor: rename_division(actor, division_, **typed, seen=_seen_version(request)),
            changed=lambda changed: conflicts.append(
                conflict_of_values(changed, labels_of(form), typed)
            ),
            done=lambda renamed: _("The division is now called {division}.").format(
                division=renamed
            ),
            to=_address(division_.event),
            field="name",
        )
    return response or _render_page(
        request, division_.event, renaming=(division_, form), conflict=next(iter(conflicts), None)
    )


@requires(Permission.DIRECT)
@require_POST
def remove_division_page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Remove a division in which nothing was played, after a confirmation; otherwise show why not."""
    division_ = find_division(event, division)
    context = {
        "division": division_,
        "listed": _("Details and closing"),
        "back": _address(division_.event),
        "question": _("Remove division {division}?").format(division=division_),
        "names": [entry.name for entry in division_.entries.select_related("player")],
        "happens": _(
            "Its players, drafts, plan and prizes will be removed with it. This cannot be undone, "
            "but a snapshot is taken first, and you can go back to it."
        ),
        "button": _("Remove division {division}").format(division=division_),
    }
    if division_removal_obstacle(division_) or not (
        question := confirmation_page(request, context, ())
    ):
        return perform(
            request,
            lambda actor: remove_division(actor, division_),
            done=_(
                "Division {division} has been removed. You cannot undo this, but you can restore "
                "the snapshot taken just before."
            ).format(division=division_),
            to=_address(division_.event),
            copy=say("before_removing_division", division=division_),
        )
    return question


@requires(Permission.DIRECT)
@require_POST
def close_event_page(request: HttpRequest, event: str) -> HttpResponse:
    """Close the event, after a confirmation if rounds are still open."""
    event_ = find_event(event)
    accepted = bool(request.POST.get("accepted"))
    try:
        with perform_after_snapshot(request, say("before_closing_event", event=event_)):
            close_event(Actor.for_user(request.user), event_, accepted=accepted)
    except ConfirmationRequired as questionable:
        return _render_page(request, event_, questions=questionable.questions)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(
            request,
            _(
                "{event} has been closed. It cannot be changed any more, but can still be rated."
            ).format(event=event_),
        )
    return redirect("housekeeping", event)


@requires(Permission.DIRECT)
@require_POST
def reopen_event_page(request: HttpRequest, event: str) -> HttpResponse:
    """Reopen a closed event; a reason is required."""
    event_ = find_event(event)
    if event_.closed_at is None:  # somebody has reopened it, so the page has no form for that
        messages.error(request, _("{event} is not closed.").format(event=event_))
        return redirect(_address(event_))
    form = ReasonForm(request.POST)
    response = None
    if form.is_valid():
        response = perform_form(
            request,
            form,
            lambda actor: reopen_event(actor, event_, reason=form.cleaned_data["reason"]),
            done=_("{event} is open again.").format(event=event_),
            to=_address(event_),
            field="reason",
        )
    return response or _render_page(request, event_, reopening=form)


@requires(Permission.OWN)
@require_POST
def remove_event_page(request: HttpRequest, event: str) -> HttpResponse:
    """Remove an event in which nothing was ever published, or an imported event whose name has been typed."""
    event_ = find_event(event)
    typed = request.POST.get("name", "")
    try:
        refuse_to_remove(event_, typed)
        with perform_after_snapshot(request, say("before_removing", event=event_)):
            remove_event(Actor.for_user(request.user), event_, typed=typed)
    except NameNotTyped as refused:
        return _render_page(request, event_, removing=str(refused))
    except Refused as refused:
        messages.error(request, str(refused))
        return redirect("housekeeping", event)
    messages.success(request, _("{event} has been removed.").format(event=event_))
    return redirect("home")


def _seen_version(request: HttpRequest) -> str | None:
    """Return the version that the submitted form was based on, or None if the form contains no version."""
    return request.POST.get("seen")


def _value_in_words(value: Any) -> str:
    """Return a value as text, or a dash if it is empty."""
    return str(value or "–")


def _address(event: Event) -> str:
    return reverse("housekeeping", args=[event.slug])


def _render_page(
    request: HttpRequest,
    event: Event,
    *,
    about: EventDetailsForm | None = None,
    renaming: tuple[Division, DivisionForm] | None = None,
    questions: list[str] | None = None,
    reopening: ReasonForm | None = None,
    removing: str = "",
    conflict: Conflict | None = None,
    asks_about: str = "",
) -> HttpResponse:
    known = {
        "name": event.name,
        "date": event.date,
        "place": event.place,
        "language": event.language,
        "second_language": event.second_language,
        "in_calendar": event.in_calendar,
        "size": event.size,
    }
    failed = about or renaming or questions or reopening or removing
    if event.closed_at:  # the page no longer has these forms
        for form in filter(None, (about, renaming and renaming[1])):
            add_error_messages(request, form)
    return page(
        request,
        "tournament/event/housekeeping.html",
        {
            "event": event,
            "about": about or EventDetailsForm(initial=known),
            "asks_about": asks_about if about and about.has_error("date") else "",
            "conflict": None if renaming else conflict,
            "seen": seen_version(
                about, None if renaming else conflict, version_of(event_details(event))
            ),
            "divisions": [
                _division_row(division, renaming, conflict) for division in event.divisions.all()
            ],
            "removable": unplayed_divisions(event),
            "questions": questions or [],
            "reason_form": reopening or ReasonForm(),
            "why_not_remove": removal_obstacle(event),
            "was_published": was_published(event),
            "not_typed": removing,
            "typed": request.POST.get("name", "") if removing else "",
        },
        status=422 if failed else 200,
    )


def _division_row(
    division: Division, renaming: tuple[Division, DivisionForm] | None, conflict: Conflict | None
) -> tuple[Division, DivisionForm, str, Conflict | None]:
    """Return a division, its form, the version the form is based on and the conflict, if any."""
    version = version_of(division.name)
    if renaming and renaming[0] == division:
        return division, renaming[1], seen_version(renaming[1], conflict, version), conflict
    form = DivisionForm(initial={"name": division.name}, auto_id=f"id_%s_{division.pk}")
    return division, form, version, None
