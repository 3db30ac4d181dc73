"""The page of all people ever entered, where duplicates are merged."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.bulk_actions import selected_keys
from tournament.actions.people.persons import merge_persons
from tournament.models import Player
from tournament.queries.people.persons import all_persons, similar_pairs, similar_people
from tournament.web.access import Permission, requires
from tournament.web.people.tables import PersonsTable
from tournament.web.perform import perform_form
from tournament.web.tables import list_page
from tournament.wording.log import say


class PersonField(forms.ModelChoiceField):
    """A choice of people, each with the number of their entries."""

    def label_from_instance(self, person: Player) -> str:
        """Return the name in list form with the number of entries."""
        return f"{person.sort_name} ({getattr(person, 'entry_count', 0)})"


class MergeForm(forms.Form):
    """Two records of one person; if there are many people, two are selected in the list instead."""

    keep = PersonField(Player.objects.none(), label=_lazy("Name to keep"))
    other = PersonField(Player.objects.none(), label=_lazy("Other name of the same person"))

    def __init__(self, *args: Any, people: QuerySet[Player], is_short: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            assert isinstance(field, forms.ModelChoiceField)
            if not is_short:
                field.widget = forms.HiddenInput()
            field.queryset = people
            field.empty_label = ""


MAX_PEOPLE_IN_FORM = 300
"""Maximum number of people that the form lists; if there are more, two are selected in the list instead."""
MAX_PAIRS = 20
"""Maximum number of pairs of people with similar names that are shown."""
MERGE_SIZE = 2
"""Number of people selected for a merge."""


@requires(Permission.DIRECT)
def persons_page(request: HttpRequest) -> HttpResponse:
    """List all people and the pairs with similar names, and merge two people."""
    people = all_persons()
    count = people.count()
    form = MergeForm(
        _merge_data(_selected_people(request, people)) or request.POST or None,
        people=people,
        is_short=count <= MAX_PEOPLE_IN_FORM,
    )
    if request.method == "POST" and form.is_valid():
        keep, other = (form.cleaned_data[name] for name in ("keep", "other"))
        response = perform_form(
            request,
            form,
            lambda actor: merge_persons(actor, keep, other),
            done=_("{other} is now the same person as {person}, in every event.").format(
                other=other, person=keep
            ),
            to=reverse("persons"),
            copy=say("before_merging", other=other, person=keep),
        )
        if response:
            return response
    pairs = similar_pairs()
    return list_page(
        request,
        "tournament/people/persons.html",
        {
            "form": form,
            "pairs": similar_people(pairs[:MAX_PAIRS]),
            "more_pairs": max(len(pairs) - MAX_PAIRS, 0),
            "count": count,
            "is_short": count <= MAX_PEOPLE_IN_FORM,
        },
        PersonsTable,
        people,
        title=_("People"),
        status=422 if form.errors else 200,
    )


def _selected_people(request: HttpRequest, people: QuerySet[Player]) -> list[Player]:
    """Return the selected people, or only the first three if more are selected."""
    rows = selected_keys(request.POST)
    return list(people.filter(pk__in=rows)[: MERGE_SIZE + 1]) if rows else []


def _merge_data(people: list[Player]) -> dict[str, str]:
    """Return the form data for two selected people, or {} if not exactly two are selected.

    The person with more entries is kept.
    """
    most_first = sorted(people, key=lambda person: -getattr(person, "entry_count", 0))
    if len(most_first) != MERGE_SIZE:
        return {}
    return {"keep": str(most_first[0].pk), "other": str(most_first[1].pk)}
