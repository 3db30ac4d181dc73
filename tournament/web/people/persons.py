"""The screen of everybody ever entered, where two who are one are merged."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.actions.activity import Actor
from tournament.actions.act import Refused
from tournament.actions.people.persons import merge_persons
from tournament.models import Player
from tournament.queries.people.persons import alike, all_persons
from tournament.web.access import Permission, requires
from tournament.web.page import page
from tournament.web.people.forms import MergeForm
from tournament.web.perform import copy_first


@requires(Permission.DIRECT)
def persons_page(request: HttpRequest) -> HttpResponse:
    """Show who may be entered twice; merge two."""
    people = all_persons()
    choices = [(str(p.pk), f"{p.sort_name} ({getattr(p, 'entry_count', 0)})") for p in people]
    form = MergeForm(request.POST or None, people=choices)
    if request.method == "POST" and form.is_valid():
        keep, other = (
            Player.objects.get(pk=int(form.cleaned_data[name])) for name in ("keep", "other")
        )
        copy_first(request, f"merging {other} into {keep}")
        try:
            merge_persons(Actor.of(request.user), keep, other)
        except Refused as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(request, f"{other} is {keep} from now on, in every event.")
            return redirect("persons")
    return page(
        request,
        "people/persons.html",
        {"form": form, "pairs": alike(people), "count": len(people)},
        status=422 if form.errors else 200,
    )
