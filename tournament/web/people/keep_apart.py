"""The director's private screen of who is kept apart from whom."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_POST

from tournament.actions.people.keep_apart import end_apart, keep_apart
from tournament.models import KeepApart, Player
from tournament.queries.people.keep_apart import kept_apart, players_of
from tournament.web.access import Permission, requires
from tournament.web.page import find_event, page
from tournament.web.people.forms import ApartForm
from tournament.web.perform import perform, perform_form


@requires(Permission.DIRECT)
def apart_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the pairs kept apart; add one."""
    found = find_event(event)
    people = [(str(player.pk), player.sort_name) for player in players_of(found)]
    form = ApartForm(request.POST or None, people=people)
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        one, other = (Player.objects.get(pk=int(typed[name])) for name in ("one", "other"))
        answer = perform_form(
            request,
            form,
            lambda actor: keep_apart(
                actor, found, one, other, hard=typed["how"] == "hard", reason=typed["reason"]
            ),
            done=lambda pair: f"{pair} are kept apart from the next pairing on.",
            to=reverse("apart", args=[found.slug]),
        )
        if answer:
            return answer
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
    return perform(
        request,
        lambda actor: end_apart(actor, pair),
        done=lambda ended: f"{ended} may meet again.",
        to=reverse("apart", args=[found.slug]),
    )
