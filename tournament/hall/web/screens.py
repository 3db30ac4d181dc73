"""Pages for screens in the hall: assigning a number, showing content, and control from the desk."""

from time import monotonic
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.views.decorators.http import require_POST

from scoring.models.organisation import set_known_tenant
from scoring.processes import notify_processes, on_notification
from scoring.tenancy import set_tenant
from scoring.views.throttle import Throttle, too_many_requests
from tournament.actions.act import Refused
from tournament.hall.actions.screens import (
    MAX_NAME_LENGTH,
    PACES,
    add_screen,
    make_screen,
    remove_screen,
    set_screen,
    show_on_screens,
)
from tournament.hall.models import Screen
from tournament.hall.models.screens import DEFAULT_LISTS, DEFAULT_SHOWS, ScreenList
from tournament.hall.queries.screens import screen_content
from tournament.models import Division, Event
from tournament.queries.cache import cache_reads
from tournament.queries.event.frame import divisions_with_event
from tournament.reports.drawing import Svg, qr_code
from tournament.web.access import Permission, requires
from tournament.web.forms import NO_AUTOCOMPLETE
from tournament.web.language import event_language
from tournament.web.other_devices import address_for_others
from tournament.web.page import NOTHING_NEW, find_event, page
from tournament.web.page_cache import cached_page
from tournament.web.perform import perform, perform_form
from tournament.web.safety.roles import qr_code_of
from tournament.web.two_languages import render_in_two_languages

NEW_SCREEN_THROTTLE = Throttle(most=5, seconds=600, name="new screens")
"""The limit on new screen numbers for one device without a log-in."""
SWITCHED_ON_SECONDS = 60.0
"""The time after its last request, in seconds, for which a waiting screen counts as switched on."""
WAITING_SCREEN_TOPIC = "a screen that waits"
_asked_at: dict[int, float] = {}


class ScreenForm(forms.Form):
    """The name of a screen, its content, the seconds per page, and its colours."""

    name = forms.CharField(
        max_length=MAX_NAME_LENGTH,
        required=False,
        label=_lazy("Name"),
        help_text=_lazy("The location of the screen, such as “Door” or “Stage”."),
        widget=forms.TextInput(attrs=NO_AUTOCOMPLETE),
    )
    follows = forms.ChoiceField(
        label=_lazy("Shows"),
        choices=[("event", _lazy("Follow the event")), ("", _lazy("Only the items ticked below"))],
        required=False,
        widget=forms.RadioSelect,
        initial="event",
        help_text=_lazy(
            "Follows the event: check-in with the QR code, pairings, the clock, missing boards, "
            "standings, prizes and winners, each at the right time."
        ),
    )
    shows = forms.MultipleChoiceField(
        label=_lazy("Items in the rotation"),
        choices=[(key, label) for key, label in ScreenList.choices if key != ScreenList.FOLLOW],
        initial=DEFAULT_LISTS,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_lazy(
            "The clock is at the top of every page and notices are at the foot; a screen with "
            "nothing else to show displays them large."
        ),
    )
    divisions = forms.MultipleChoiceField(
        label=_lazy("Divisions"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_lazy("Shown in turn. If none is ticked, all are shown."),
    )
    pace = forms.IntegerField(
        label=_lazy("Seconds per page"), min_value=PACES[0], max_value=PACES[-1], initial=12
    )
    is_dark = forms.TypedChoiceField(
        label=_lazy("Colours"),
        choices=[("dark", _lazy("Dark")), ("light", _lazy("Light"))],
        coerce=lambda value: value == "dark",
        widget=forms.RadioSelect,
        initial="dark",
    )

    def __init__(self, *args: Any, divisions: list[Division], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["divisions"].choices = [(row.slug, str(row)) for row in divisions]  # type: ignore[attr-defined]
        if len(divisions) < 2:
            del self.fields["divisions"]

    def clean(self) -> dict[str, Any]:
        """Set `DEFAULT_SHOWS` for a screen that follows the event; require at least one list for others."""
        typed = super().clean() or self.cleaned_data
        if typed.pop("follows", False):
            typed["shows"] = DEFAULT_SHOWS
        elif not typed.get("shows") and "shows" not in self.errors:
            self.add_error("shows", _("Tick at least one item."))
        return typed


@requires(Permission.ASK)
def new_screen(request: HttpRequest) -> HttpResponse:
    """Offer this device a screen number; on POST, assign one and redirect to its address.

    ``?of=`` in the address names the organisation of the device; only the desks of that
    organisation see the screen waiting.
    """
    set_known_tenant(request.GET.get("of", ""))
    if request.method != "POST":
        return render(request, "hall/screen/screen.html", {})
    if too_many_requests(request, NEW_SCREEN_THROTTLE):
        problem = _(
            "This device has requested too many numbers. Wait ten minutes, then try again; a "
            "screen that already has a number keeps working."
        )
    else:
        try:
            return redirect("screen", add_screen(asking=_waiting_screen_numbers()).number)
        except Refused as reason:
            problem = str(reason)
    return render(request, "hall/screen/screen.html", {"problem": problem}, status=429)


def _waiting_screen_numbers() -> set[int]:
    """Return the numbers of the waiting screens that have sent a request within `SWITCHED_ON_SECONDS`."""
    since = monotonic() - SWITCHED_ON_SECONDS
    return {number for number, at in _asked_at.items() if at > since}


def _record_screen_request(number: str, _times: int = 1) -> None:
    _asked_at[int(number)] = monotonic()


on_notification(WAITING_SCREEN_TOPIC, _record_screen_request)


@requires(Permission.READ)
def screen_page(request: HttpRequest, number: int) -> HttpResponse:
    """Show a screen, or its number while it is waiting. A removed screen is redirected to get a new number."""
    screen = Screen.everywhere.select_related("event").filter(number=number).first()
    if screen is None:
        return redirect("new_screen")
    if screen.event is None:
        ask = reverse("screen_waits", args=[number])
        return render(request, "hall/screen/screen.html", {"screen": screen, "ask": ask})
    ask = reverse("screen_lists", args=[screen.event.slug, number])
    set_tenant(screen.event.organisation_id)
    with event_language(screen.event.language):
        context = {"screen": screen, "ask": ask, "lists": _lists_html(screen, version="")}
        return render(request, "hall/screen/screen.html", context)


@requires(Permission.READ)
def screen_waiting_status(request: HttpRequest, number: int) -> HttpResponse:
    """Return 204 while the screen is waiting to be configured, and 410 once it has been configured or removed."""
    del request
    waits = Screen.everywhere.filter(number=number, event=None).exists()
    if waits:
        _record_screen_request(str(number))
        notify_processes(WAITING_SCREEN_TOPIC, str(number))
    return HttpResponse(status=NOTHING_NEW if waits else 410)


@cached_page()
@requires(Permission.READ)
def screen_lists(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """Return the content of a screen of the event. Raise `Http404` if the event has no such screen."""
    screen = get_object_or_404(
        Screen.everywhere.select_related("event"), number=number, event__slug=event
    )
    if screen.event is not None:
        set_tenant(screen.event.organisation_id)
    version = str(getattr(request, "version", ""))
    return HttpResponse(_lists_html(screen, version=version))


def _lists_html(screen: Screen, *, version: str) -> SafeString:
    """Return the content of the screen in the languages of its event."""
    event = screen.event
    assert event is not None, "only a screen of an event shows something"
    with cache_reads():
        return render_in_two_languages(
            lambda: _content_html(screen, event, version), event.second_language
        )


def _content_html(screen: Screen, event: Event, version: str) -> SafeString:
    site, check_in = (reverse(name, args=[event.slug]) for name in ("site_now", "site_find"))
    shown = screen_content(screen, event, site, check_in)
    address = next((row.address for row in shown.lists if row.address), "")
    code = Svg(qr_code(address)) if address else None
    context = {"shown": shown, "version": version, "code": code}
    return render_to_string("hall/screen/_lists.html", context)


@requires(Permission.DIRECT)
def set_screen_page(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """Show the settings of a screen; on POST, save them, which also claims a waiting screen.

    A screen of another event redirects to the page of clocks and screens.
    """
    event_ = find_event(event)
    screen = get_object_or_404(Screen, number=number)
    if screen.event_id not in (None, event_.pk):
        return redirect("room", event)
    divisions = divisions_with_event(event_)
    form = ScreenForm(request.POST or None, divisions=divisions, initial=_initial_values(screen))
    response = None
    if request.method == "POST" and form.is_valid():
        typed = {"divisions": ()} | form.cleaned_data
        response = perform_form(
            request,
            form,
            lambda actor: set_screen(actor, event_, screen, **typed),
            done=lambda done: _("The items shown on {screen} have been saved.").format(screen=done),
            to=f"{reverse('room', args=[event])}#screens",
        )
    address = address_for_others(request, reverse("screen", args=[number])) if screen.event else ""
    return response or page(
        request,
        "hall/event/screen.html",
        {
            "event": event_,
            "screen": screen,
            "form": form,
            "address": address,
            "code": qr_code_of(address) if address else None,
        },
        status=422 if form.errors else 200,
    )


def _initial_values(screen: Screen) -> dict[str, Any]:
    if screen.event_id is None:
        return {}
    follows = ScreenList.FOLLOW in screen.shows
    return {
        "name": screen.name,
        "follows": "event" if follows else "",
        "shows": DEFAULT_LISTS if follows else screen.shows,
        "divisions": screen.divisions,
        "pace": screen.pace,
        "is_dark": "dark" if screen.is_dark else "light",
    }


@requires(Permission.DIRECT)
@require_POST
def create_event_screen(request: HttpRequest, event: str) -> HttpResponse:
    """Create a screen of the event, and redirect to its page with the address for the device."""
    event_ = find_event(event)
    screens: list[Screen] = []
    answer = perform(
        request,
        lambda actor: screens.append(make_screen(actor, event_, asking=_waiting_screen_numbers())),
        done=_("The screen has been created. Open its address on the device."),
        to=reverse("hall", args=[event]),
    )
    return redirect("set_screen", event, screens[0].number) if screens else answer


@requires(Permission.DIRECT)
@require_POST
def show_list_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show one list on every screen of the event, or resume the rotation, depending on the button's value `what`."""
    event_ = find_event(event)
    what = request.POST.get("what", "")
    return perform(
        request,
        lambda actor: show_on_screens(actor, event_, what),
        done=_("All screens now show the item you chose.")
        if what
        else _("The screens are back to their usual rotation."),
        to=f"{reverse('room', args=[event])}#screens",
    )


@requires(Permission.DIRECT)
@require_POST
def remove_screen_page(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """Remove a screen."""
    event_ = find_event(event)
    screen = get_object_or_404(Screen, number=number, event=event_)
    return perform(
        request,
        lambda actor: remove_screen(actor, event_, screen),
        done=_("The screen has been removed."),
        to=f"{reverse('room', args=[event])}#screens",
    )
