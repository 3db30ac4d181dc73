"""The desk's page with clocks and notices, and the laptop's time for other devices."""

import time
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_POST

from scoring.tenancy import FIRST_TENANT
from scoring.wording.phrases import comma_list
from tournament.hall.actions.clock import (
    MAX_NOTICE_LENGTH,
    change_clock,
    pause_clock,
    post_notice,
    resume_clock,
    start_clock,
    stop_clock,
    take_down_notice,
)
from tournament.hall.engine.clock import MAX_MINUTES
from tournament.hall.models import Notice
from tournament.hall.models.clock import NoticeKind
from tournament.hall.models.screens import ScreenList
from tournament.hall.queries.clock import clocks_of, default_clocks, notices_of
from tournament.hall.queries.screens import screens_of, waiting_screens
from tournament.models import Division, Event
from tournament.queries.event.frame import divisions_with_event
from tournament.web.access import Permission, requires
from tournament.web.other_devices import address_for_others
from tournament.web.page import find_division, find_event, page
from tournament.web.perform import perform, perform_form

FIVE_MINUTES = 5
CLOCK_ACTIONS = {
    "pause": (pause_clock, _lazy("The clock has been paused.")),
    "resume": (resume_clock, _lazy("The clock is running again.")),
    "stop": (stop_clock, _lazy("The clock has been stopped.")),
    "more": (
        lambda actor, division: change_clock(actor, division, added_minutes=FIVE_MINUTES),
        _lazy("The round has 5 more minutes."),
    ),
}
"""The action and the success message of each button of a clock."""
LISTS_FOR_ALL_SCREENS = [
    (key.value, key.label)
    for key in (
        ScreenList.FOLLOW,
        ScreenList.PAIRINGS,
        ScreenList.NAMES,
        ScreenList.STANDINGS,
        ScreenList.CLOCK,
        ScreenList.CODE,
    )
]
"""The lists that can be shown on every screen at once."""


class ClockForm(forms.Form):
    """The duration of a round and its overtime, or the minutes to add."""

    minutes = forms.IntegerField(
        label=_lazy("Minutes"),
        min_value=-MAX_MINUTES,
        max_value=MAX_MINUTES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={"required": _lazy("Type the minutes.")},
    )
    overtime_minutes = forms.IntegerField(
        label=_lazy("Overtime"),
        min_value=0,
        max_value=MAX_MINUTES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages={"required": _lazy("Type the minutes of overtime; 0 for none.")},
    )


class NoticeForm(forms.Form):
    """The kind of notice, its time or text, and its division."""

    kind = forms.ChoiceField(label=_lazy("Notice"), choices=NoticeKind.choices)
    time = forms.TimeField(
        label=_lazy("Time"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        error_messages={"invalid": _lazy("Type a time such as 14:05.")},
    )
    text = forms.CharField(
        label=_lazy("Your own message"),
        required=False,
        max_length=MAX_NOTICE_LENGTH,
        help_text=_lazy("Shown instead of the notice chosen above, or after it."),
    )
    division = forms.ChoiceField(label=_lazy("For"), required=False)

    def __init__(self, *args: Any, divisions: list[Division], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(row.slug, _("Division {name}").format(name=row)) for row in divisions]
        self.fields["division"].choices = [("", _("The whole event")), *named]  # type: ignore[attr-defined]
        if len(divisions) < 2:
            del self.fields["division"]


@requires(Permission.READ)
def laptop_time(_request: HttpRequest) -> HttpResponse:
    """Return the laptop's time in milliseconds since 1970, to synchronize clocks on other devices."""
    answer = HttpResponse(str(time.time_ns() // 1_000_000), content_type="text/plain")
    answer["Cache-Control"] = "no-store"
    return answer


@requires(Permission.DIRECT)
def clocks_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the clocks of all divisions and the current notices; on POST, post a notice."""
    event_ = find_event(event)
    divisions = divisions_with_event(event_)
    form = NoticeForm(request.POST or None, divisions=divisions)
    response = None
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        named = {row.slug: row for row in divisions}
        response = perform_form(
            request,
            form,
            lambda actor: post_notice(
                actor,
                event_,
                kind=typed["kind"],
                time=typed["time"],
                text=typed["text"],
                division=named.get(typed.get("division", "")),
            ),
            done=_("The notice has been posted."),
            to=reverse("room", args=[event_.slug]),
        )
    return response or _show_clocks(request, event_, divisions, form)


def _show_clocks(
    request: HttpRequest, event: Event, divisions: list[Division], form: NoticeForm
) -> HttpResponse:
    clocks, usual = clocks_of(divisions), default_clocks(divisions)
    of = "" if event.organisation_id == FIRST_TENANT else f"?of={event.organisation_id}"
    new_screen = f"{reverse('new_screen')}{of}"
    return page(
        request,
        "hall/event/room.html",
        {
            "event": event,
            "rows": [(row, clocks.get(row.pk), usual.get(row.pk)) for row in divisions],
            "startable": [row for row in divisions if row.pk in usual and row.pk not in clocks],
            "notices": notices_of(event),
            "screens": [
                (row, comma_list([str(ScreenList(key).label) for key in row.shows]))
                for row in screens_of(event)
            ],
            "waiting": waiting_screens(),
            "everywhere": LISTS_FOR_ALL_SCREENS,
            "new_screen": address_for_others(request, new_screen),
            "new_screen_here": new_screen,
            "form": form,
        },
        status=422 if form.errors else 200,
    )


@requires(Permission.DIRECT)
@require_POST
def change_division_clock(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Start, pause, resume, change or stop the clock of a division, depending on the button's value `to`."""
    division_ = find_division(event, division)
    back = reverse("division", args=[event, division])
    if request.POST.get("back") == "room":
        back = reverse("room", args=[event])
    wanted = request.POST.get("to", "")
    if wanted in CLOCK_ACTIONS:
        action, done = CLOCK_ACTIONS[wanted]
        return perform(request, lambda actor: action(actor, division_), done=str(done), to=back)
    form = ClockForm(request.POST)
    typed = form.cleaned_data if form.is_valid() else {}
    if "minutes" in request.POST and not typed:
        messages.error(request, " ".join(str(e) for field in form.errors.values() for e in field))
        return redirect(back)
    if wanted == "change":
        return perform(
            request,
            lambda actor: change_clock(
                actor,
                division_,
                added_minutes=typed["minutes"],
                overtime_minutes=typed["overtime_minutes"],
            ),
            done=_("The clock has been changed."),
            to=back,
        )
    return perform(
        request,
        lambda actor: start_clock(
            actor,
            division_,
            minutes=typed.get("minutes"),
            overtime_minutes=typed.get("overtime_minutes"),
        ),
        done=_("The clock is running."),
        to=back,
    )


@requires(Permission.DIRECT)
@require_POST
def start_all_clocks(request: HttpRequest, event: str) -> HttpResponse:
    """Start the clocks of all divisions whose current round has none."""
    event_ = find_event(event)
    divisions = divisions_with_event(event_)
    clocks, usual = clocks_of(divisions), default_clocks(divisions)
    waiting = [row for row in divisions if row.pk in usual and row.pk not in clocks]
    return perform(
        request,
        lambda actor: [start_clock(actor, division) for division in waiting],
        done=_("The clocks are running."),
        to=reverse("room", args=[event]),
    )


@requires(Permission.DIRECT)
@require_POST
def take_down_notice_page(request: HttpRequest, event: str, notice: int) -> HttpResponse:
    """Take a notice down."""
    row = get_object_or_404(
        Notice.objects.select_related("event", "division"), pk=notice, event__slug=event
    )
    return perform(
        request,
        lambda actor: take_down_notice(actor, row),
        done=_("The notice has been taken down."),
        to=reverse("room", args=[event]),
    )
