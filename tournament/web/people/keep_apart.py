"""The director's private screen of who is kept apart from whom."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from scoring.actions.activity import Actor
from tournament.actions.act import Refused
from tournament.actions.people.keep_apart import end_apart, keep_apart
from tournament.models import KeepApart, Player
from tournament.queries.people.keep_apart import kept_apart, players_of
from tournament.web.access import Permission, requires
from tournament.web.page import find_event, page
from tournament.web.people.forms import ApartForm


@requires(Permission.DIRECT)
def apart_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the pairs kept apart; add one."""
    found = find_event(event)
    people = [(str(player.pk), player.sort_name) for player in players_of(found)]
    form = ApartForm(request.POST or None, people=people)
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        one, other = (Player.objects.get(pk=int(typed[name])) for name in ("one", "other"))
        try:
            pair = keep_apart(
                Actor.of(request.user),
                found,
                one,
                other,
                hard=typed["how"] == "hard",
                reason=typed["reason"],
            )
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"{pair} are kept apart from the next pairing on.")
            return redirect("apart", found.slug)
    return page(
        request,
        "people/keep_apart.html",
        {"event": found, "pairs": kept_apart(found), "form": form, "people": people},
        status=422 if form.errors else 200,
    )


@requires(Permission.DIRECT)
@require_POST
def end(request: HttpRequest, event: str) -> HttpResponse:
    """Let two people meet again."""
    found = find_event(event)
    asked = request.POST.get("pair", "")
    pair = get_object_or_404(
        KeepApart.objects.select_related("event"),
        event=found,
        pk=int(asked) if asked.isdecimal() and len(asked) < 10 else 0,
    )
    try:
        ended = end_apart(Actor.of(request.user), pair)
    except Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, f"{ended} may meet again.")
    return redirect("apart", found.slug)
