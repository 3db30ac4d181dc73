"""The screens of clubs: all of them, one with its roster, and next week's session in one click."""

import base64

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from tournament.actions.act import Refused
from tournament.actions.people.clubs import (
    MOST_BYTES,
    create_club,
    join_club,
    next_session,
    remove_logo,
    set_logo,
)
from tournament.models import Club, Event
from tournament.queries.people.clubs import all_clubs, next_division, roster_of, sessions_of
from tournament.web.access import Permission, requires
from tournament.web.page import find_event, page
from tournament.web.people.forms import ClubForm


@requires(Permission.DIRECT)
def clubs_page(request: HttpRequest) -> HttpResponse:
    """List the clubs; add one."""
    form = ClubForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(create_club(Actor.of(request.user), **form.cleaned_data))
        except Refused as refused:
            form.add_error("name", str(refused))
    return page(
        request,
        "people/clubs.html",
        {"clubs": all_clubs(), "form": form},
        status=422 if form.errors else 200,
    )


@requires(Permission.DIRECT)
def club_page(request: HttpRequest, club: str) -> HttpResponse:
    """Show a club's roster and sessions."""
    return _show(request, get_object_or_404(Club, slug=club))


@requires(Permission.DIRECT)
@require_POST
def change_logo(request: HttpRequest, club: str) -> HttpResponse:
    """Keep another picture for what the club prints, or none."""
    found = get_object_or_404(Club, slug=club)
    actor = Actor.of(request.user)
    if request.POST.get("remove"):
        remove_logo(actor, found)
        messages.success(request, f"{found} prints without a picture.")
        return redirect(found)
    sent = request.FILES.get("logo")
    content = sent.read(MOST_BYTES + 1) if sent else b""
    try:
        set_logo(actor, found, content)
    except Refused as refused:
        return _show(request, found, refused=str(refused))
    messages.success(request, "The picture stands in the head of what is printed from now on.")
    return redirect(found)


def _show(request: HttpRequest, found: Club, refused: str = "") -> HttpResponse:
    picture = base64.b64encode(found.logo).decode() if found.logo else ""
    return page(
        request,
        "people/club.html",
        {
            "club": found,
            "members": roster_of(found),
            "sessions": list(sessions_of(found)),
            "others": list(Event.objects.filter(club=None)[:50]),
            "picture": f"data:image/png;base64,{picture}" if picture else "",
            "refused": refused,
        },
        status=422 if refused else 200,
    )


@requires(Permission.DIRECT)
@require_POST
def change_club(request: HttpRequest, event: str) -> HttpResponse:
    """Make an event a session of a club, or of none."""
    found = find_event(event)
    slug = request.POST.get("club", "")
    club = get_object_or_404(Club, slug=slug) if slug else None
    before = found.club
    join_club(Actor.of(request.user), found, club)
    return redirect(club or before or found)


@requires(Permission.DIRECT)
@require_POST
def copy_session(request: HttpRequest, event: str) -> HttpResponse:
    """Copy the event for next week, and go on to ticking who comes."""
    found = find_event(event)
    copied = next_session(Actor.of(request.user), found, today=timezone.localdate())
    messages.success(
        request, f"{copied} of {copied.date:%d %B %Y} has the rules and divisions of the last one."
    )
    division = next_division(copied)
    if division is None:
        return redirect(copied)
    before = found.divisions.filter(slug=division.slug).first()
    where = reverse("roster", args=[copied.slug, division.slug])
    if copied.club_id:
        return redirect(f"{where}?club=1")
    return redirect(f"{where}?from={before.pk}" if before else where)
