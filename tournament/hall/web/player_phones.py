"""The desk's page about players' phones: reports, requests, codes, kiosks and blocked reports."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from tournament.actions.results.accepted_reports import accept_report
from tournament.hall.actions.player_codes import give_missing_division_codes, renew_code
from tournament.hall.actions.player_requests import (
    end_kiosk,
    mark_seen,
    open_kiosk,
    return_to_phone,
    settle_request,
)
from tournament.hall.actions.reports import set_player_reports
from tournament.hall.models import Kiosk, PlayerCode, PlayerRequest
from tournament.hall.queries.my_page import open_requests_of
from tournament.hall.queries.player_codes import codes_of, kiosks_of
from tournament.hall.queries.reports import boards_with_open_reports
from tournament.models import Division, Entry, PlayerReport, Round
from tournament.models.rounds import Phase
from tournament.queries.event.frame import divisions_with_event
from tournament.queries.safety.logged_values import RULE_VALUE_LABELS
from tournament.web.access import Permission, has_page_permission, requires
from tournament.web.other_devices import address_for_others
from tournament.web.page import find_event, page, parse_whole_number, return_address
from tournament.web.perform import perform


@requires(Permission.RECORD)
def player_phones_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show players' reports and requests; directors also see codes, kiosks and blocked reports.

    When a director opens the page, missing codes of players are created, unless the event is closed.
    """
    event_ = find_event(event)
    directs = has_page_permission(request, Permission.DIRECT)
    divisions = divisions_with_event(event_) if directs else []
    for division in divisions:
        division.event = event_
        if event_.closed_at is None:
            give_missing_division_codes(division)
    under_way = Round.objects.filter(
        division__event=event_, phase__in=(Phase.PUBLISHED, Phase.PLAYING)
    ).select_related("division")
    return page(
        request,
        "hall/event/player_phones.html",
        {
            "event": event_,
            "requests": open_requests_of(event_),
            "boards": boards_with_open_reports(event_),
            "rule": event_.rules.players_report,
            "rule_in_words": RULE_VALUE_LABELS[event_.rules.players_report],
            "codes": [(division, codes_of(division).values()) for division in divisions],
            "rounds": list(under_way) if directs else [],
            "kiosks": kiosks_of(event_) if directs else [],
            "kiosk_address": address_for_others(request, reverse("kiosk")),
        },
    )


@requires(Permission.RECORD)
@require_POST
def accept_report_page(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """Accept a player's report as the result."""
    rows = PlayerReport.objects.select_related("pairing__round__division__event")
    report = get_object_or_404(rows, pk=number, pairing__round__division__event__slug=event)
    board, rules = report.pairing.board, has_page_permission(request, Permission.DIRECT)
    return _perform_and_return(
        request,
        event,
        lambda actor: accept_report(actor, report, may_rule=rules),
        _("Board {board}: {result} now counts.").format(board=board, result=report),
    )


@requires(Permission.RECORD)
@require_POST
def answer_request_page(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """Settle a player's request, or mark it as seen.

    A request to leave or to play without a phone is only marked as seen if the user may not direct
    the event.
    """
    rows = PlayerRequest.objects.select_related("entry__player", "entry__division__event")
    player_request = get_object_or_404(rows, pk=number, entry__division__event__slug=event)
    how = request.POST.get("how", "")
    if how == "seen" or (
        player_request.needs_decision and not has_page_permission(request, Permission.DIRECT)
    ):
        return _perform_and_return(
            request,
            event,
            lambda actor: mark_seen(actor, player_request),
            _("The player can see that the request was seen."),
        )
    accepted = how in ("done", "grant")
    return _perform_and_return(
        request,
        event,
        lambda actor: settle_request(actor, player_request, accepted=accepted),
        _("Marked as done: {request}").format(request=player_request),
    )


@requires(Permission.DIRECT)
@require_POST
def allow_reports_page(request: HttpRequest, event: str) -> HttpResponse:
    """Switch players' reports on or off for a division, a round or a player. Raise `Http404` for an unknown one."""
    event_ = find_event(event)
    what, _colon, key = request.POST.get("what", "").partition(":")
    allowed = request.POST.get("allowed") == "yes"
    number = parse_whole_number(key) or 0
    place: Division | Round | PlayerCode
    if what == "division":
        place = get_object_or_404(Division.objects.select_related("event"), pk=number, event=event_)
    elif what == "round":
        rounds = Round.objects.select_related("division__event")
        place = get_object_or_404(rounds, pk=number, division__event=event_)
    else:
        codes = PlayerCode.objects.select_related("entry__player", "entry__division__event")
        place = get_object_or_404(codes, entry=number, entry__division__event=event_)
    return _perform_and_return(
        request,
        event,
        lambda actor: set_player_reports(actor, place, allowed=allowed),
        _("Reports are allowed again.") if allowed else _("Reports are now blocked."),
    )


@requires(Permission.DIRECT)
@require_POST
def change_code_page(request: HttpRequest, event: str, number: int) -> HttpResponse:
    """Renew a player's code, or record that a player without a phone uses one again."""
    rows = Entry.objects.select_related("player", "division__event")
    entry = get_object_or_404(rows, pk=number, division__event__slug=event)
    if "phone" in request.POST:
        return _perform_and_return(
            request,
            event,
            lambda actor: return_to_phone(actor, entry),
            _("{player} can use a phone again.").format(player=entry.name),
        )
    return _perform_and_return(
        request,
        event,
        lambda actor: renew_code(actor, entry),
        _("{player} has a new code; the old one no longer works.").format(player=entry.name),
    )


@requires(Permission.DIRECT)
@require_POST
def change_kiosk(request: HttpRequest, event: str) -> HttpResponse:
    """Create a kiosk, or end one."""
    event_ = find_event(event)
    key = request.POST.get("end", "")
    if key:
        kiosk = get_object_or_404(Kiosk, pk=parse_whole_number(key) or 0, event=event_)
        return _perform_and_return(
            request, event, lambda actor: end_kiosk(actor, kiosk), _("The kiosk has been closed.")
        )
    return _perform_and_return(
        request,
        event,
        lambda actor: open_kiosk(actor, event_),
        _("Type the code of the kiosk on the tablet."),
    )


def _perform_and_return(
    request: HttpRequest, event: str, action: Callable[[Actor], object], sentence: str
) -> HttpResponse:
    """Perform the action and redirect to the page that requested it, by default the page about players' phones."""
    here = reverse("player_phones", args=[event])
    return perform(request, action, done=sentence, to=return_address(request, event, here))
