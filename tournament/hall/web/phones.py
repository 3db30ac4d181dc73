"""Phone access at the desk: the button, the address with its code, and reports of abuse."""

import datetime as dt
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.hall.actions.phone_access import choose_address, close_to_phones, open_to_phones
from tournament.hall.queries.my_page import calls_from_other_divisions
from tournament.hall.queries.phone_access import (
    AbuseReport,
    PhoneAccess,
    current_phone_access,
    listener,
)
from tournament.models import Event
from tournament.web.access import Permission, requires
from tournament.web.page import find_event, page, return_address
from tournament.web.perform import perform
from tournament.web.safety.roles import qr_code_of

ADVICE_DELAY = dt.timedelta(minutes=2)
"""The time without visitors after which the desk shows advice."""


@dataclass(frozen=True)
class PhonesState:
    """The state of phone access for the desk."""

    access: PhoneAccess
    is_ours: bool
    """Whether the running server is the program's own, so that the desk can control it."""
    visitors: int
    abuse_reports: tuple[str, ...]
    """A sentence for each address that slows others down or guesses codes."""
    address: str
    """The address of this event for phones; empty while closed."""
    other_address: str
    """The alternative address with the laptop's name or IP address; empty if there is none."""

    @property
    def has_no_visitors(self) -> bool:
        """Return whether phones have had access for longer than `ADVICE_DELAY` and none has visited."""
        if not self.address or self.visitors or not self.is_ours:
            return False
        return timezone.now() - dt.datetime.fromisoformat(self.access.opened_at) > ADVICE_DELAY


def phones_state_of(event: Event) -> PhonesState:
    """Return the state of phone access for an event's desk. This takes no query."""
    server, state = listener(), current_phone_access()
    site = reverse("site_now", args=[event.slug])
    return PhonesState(
        state,
        server is not None,
        server.visitor_count() if server else 0,
        tuple(map(_complaint_about, server.abuse_reports())) if server else (),
        f"{state.chosen_address}{site}" if state.chosen_address else "",
        f"{state.other_address}{site}" if state.other_address else "",
    )


@requires(Permission.DIRECT)
def phones_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the address for phones with its code, or the button that gives phones access."""
    event_ = find_event(event)
    server, phones = listener(), phones_state_of(event_)
    return page(
        request,
        "hall/event/phones.html",
        {
            "event": event_,
            "phones": phones,
            "networks": server.networks() if server else (),
            "is_everywhere": server.listens_everywhere if server else False,
            "code": qr_code_of(phones.address) if phones.address else None,
        },
    )


@requires(Permission.DIRECT)
def phones_state(request: HttpRequest, event: str) -> HttpResponse:
    """Return the self-refreshing fragment about phones for the desk of the division given by `?at=`."""
    event_, at = find_event(event), request.GET.get("at", "")
    context = {
        "event": event_,
        "at": at,
        "phones": phones_state_of(event_),
        "elsewhere": calls_from_other_divisions(event_, at),
        "records": True,
        "directs": True,
    }
    return render(request, "hall/event/_phones.html", context)


@requires(Permission.DIRECT)
@require_POST
def open_phones_page(request: HttpRequest, event: str) -> HttpResponse:
    """Allow phone access. If the laptop is on several networks, the form asks for one."""
    event_ = find_event(event)
    network = request.POST.get("network", "")
    return perform(
        request,
        lambda actor: open_to_phones(actor, event_, network=network),
        done=lambda state: _("Phones have access at {address}.").format(address=state.address),
        to=reverse("phones", args=[event]),
    )


@requires(Permission.DIRECT)
@require_POST
def close_phones_page(request: HttpRequest, event: str) -> HttpResponse:
    """Close phone access."""
    event_ = find_event(event)
    return perform(
        request,
        lambda actor: close_to_phones(actor, event_),
        done=_("Phones no longer have access. Only this computer can reach Ninetimer."),
        to=return_address(request, event, reverse("phones", args=[event])),
    )


@requires(Permission.DIRECT)
@require_POST
def choose_address_page(request: HttpRequest, event: str) -> HttpResponse:
    """Choose whether codes and papers contain the laptop's name or IP address."""
    event_ = find_event(event)
    by_name = request.POST.get("by") == "name"
    return perform(
        request,
        lambda actor: choose_address(actor, event_, by_name=by_name),
        done=lambda state: _("Codes and papers lead to {address}.").format(
            address=state.chosen_address
        ),
        to=reverse("phones", args=[event]),
    )


def _complaint_about(report: AbuseReport) -> str:
    words = {
        "slow": ngettext(
            "{address} does not read the responses to its requests: {times} connection ended.",
            "{address} does not read the responses to its requests: {times} connections ended.",
            report.times,
        ),
        "silent": ngettext(
            "{address} opens connections without sending requests: {times} closed.",
            "{address} opens connections without sending requests: {times} closed.",
            report.times,
        ),
        "flood": ngettext(
            "{address} sends requests faster than they can be answered: {times} request refused.",
            "{address} sends requests faster than they can be answered: {times} requests refused.",
            report.times,
        ),
        "guess": ngettext(
            "A device at {address} keeps sending wrong codes ({times} since the limit was "
            "reached). After ten for one player, or twenty for a kiosk, codes are refused for a "
            "few minutes.",
            "A device at {address} keeps sending wrong codes ({times} since the limit was "
            "reached). After ten for one player, or twenty for a kiosk, codes are refused for a "
            "few minutes.",
            report.times,
        ),
    }
    return words[report.complaint].format(address=report.address, times=report.times)
