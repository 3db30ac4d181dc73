"""The screen of everybody ever entered, where two who are one are merged."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.tables import marked_rows
from tournament.actions.people.persons import merge_persons
from tournament.models import Player
from tournament.queries.people.persons import alike, all_persons
from tournament.web.access import Permission, requires
from tournament.web.people.tables import PersonsTable
from tournament.web.perform import perform_form
from tournament.web.tables import list_page
from tournament.wording.log import say


class MergeForm(forms.Form):
    """Two people who are one."""

    keep = forms.ChoiceField(label=_lazy("This name stays"))
    other = forms.ChoiceField(label=_lazy("This is the same person"))

    def __init__(self, *args: Any, people: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", ""), *people]


TWO = 2
"""So many people are marked to be made one."""


@requires(Permission.DIRECT)
def persons_page(request: HttpRequest) -> HttpResponse:
    """Show who may be entered twice; merge two."""
    people = all_persons()
    choices = [(str(p.pk), f"{p.sort_name} ({getattr(p, 'entry_count', 0)})") for p in people]
    marked = marked_rows(request, people, "pk") if "row" in request.POST else []
    form = MergeForm(_two_marked(marked) or request.POST or None, people=choices)
    if request.method == "POST" and form.is_valid():
        keep, other = (
            Player.objects.get(pk=int(form.cleaned_data[name])) for name in ("keep", "other")
        )
        response = perform_form(
            request,
            form,
            lambda actor: merge_persons(actor, keep, other),
            done=_("{other} is {person} from now on, in every event.").format(
                other=other, person=keep
            ),
            to=reverse("persons"),
            copy=say("before_merging", other=other, person=keep),
        )
        if response:
            return response
    return list_page(
        request,
        "people/persons.html",
        {"form": form, "pairs": alike(people), "count": len(people)},
        PersonsTable,
        people,
        title=_("People"),
        status=422 if form.errors else 200,
    )


def _two_marked(people: list[Player]) -> dict[str, str]:
    """What the form would send of the people marked: the one with more entries is kept."""
    most_first = sorted(people, key=lambda person: -getattr(person, "entry_count", 0))
    if len(most_first) != TWO:
        return {}
    return {"keep": str(most_first[0].pk), "other": str(most_first[1].pk)}
