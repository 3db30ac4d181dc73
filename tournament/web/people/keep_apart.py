"""The director's private page of players who are kept apart."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.actions.people.keep_apart import end_keeping_apart, keep_apart
from tournament.models import KeepApart, Player
from tournament.queries.people.keep_apart import pairs_kept_apart, players_of
from tournament.web.access import Permission, requires
from tournament.web.page import find_event, page, parse_whole_number
from tournament.web.people.forms import KeepApartForm
from tournament.web.perform import perform, perform_form


@requires(Permission.DIRECT)
def keep_apart_page(request: HttpRequest, event: str) -> HttpResponse:
    """Show the pairs kept apart, and add one."""
    this_event = find_event(event)
    people = [(str(player.pk), player.sort_name) for player in players_of(this_event)]
    form = KeepApartForm(request.POST or None, people=people)
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        one, other = (Player.objects.get(pk=int(typed[name])) for name in ("one", "other"))
        response = perform_form(
            request,
            form,
            lambda actor: keep_apart(
                actor, this_event, one, other, hard=typed["how"] == "hard", reason=typed["reason"]
            ),
            done=lambda pair: _("{pair} will be kept apart from the next pairing on.").format(
                pair=pair
            ),
            to=reverse("apart", args=[this_event.slug]),
        )
        if response:
            return response
    return page(
        request,
        "tournament/people/keep_apart.html",
        {
            "event": this_event,
            "pairs": pairs_kept_apart(this_event),
            "form": form,
            "people": people,
        },
        status=422 if form.errors else 200,
    )


@requires(Permission.DIRECT)
@require_POST
def end_keep_apart_page(request: HttpRequest, event: str) -> HttpResponse:
    """Let two people meet again."""
    this_event = find_event(event)
    pair = get_object_or_404(
        KeepApart.objects.select_related("event"),
        event=this_event,
        pk=parse_whole_number(request.POST.get("pair", "")),
    )
    return perform(
        request,
        lambda actor: end_keeping_apart(actor, pair),
        done=lambda ended: _("{pair} may meet again.").format(pair=ended),
        to=reverse("apart", args=[this_event.slug]),
    )
