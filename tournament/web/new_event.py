"""The screen that makes an event from a name and a preset."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from scoring.actions.activity import Actor
from tournament.actions.events import create_event
from tournament.actions.refusal import Refused
from tournament.queries.clubs import all_clubs
from tournament.web.access import Permission, requires
from tournament.web.forms import EventForm
from tournament.web.page import page


@requires(Permission.DIRECT)
def new_event(request: HttpRequest) -> HttpResponse:
    """Show the form; make the event and go to its page."""
    today = timezone.localdate()
    clubs = {club.slug: club for club in all_clubs()}
    form = EventForm(
        request.POST or None,
        initial={"preset": "club", "date": today, "club": request.GET.get("club", "")},
        clubs=[(slug, club.name) for slug, club in clubs.items()],
    )
    if request.method == "POST" and form.is_valid():
        try:
            typed = form.cleaned_data | {"club": clubs.get(form.cleaned_data.get("club", ""))}
            event = create_event(Actor.of(request.user), **typed)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            return redirect(event)
    return page(request, "new_event.html", {"form": form}, status=422 if form.errors else 200)
