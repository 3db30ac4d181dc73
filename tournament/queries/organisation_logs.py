"""Which chains of the activity log are an organisation's: its own, and those of its events, removed ones too."""

from __future__ import annotations

from django.db.models import CharField, Min, OuterRef, Q, Subquery, Value
from django.db.models.functions import Cast, Concat

from scoring.models import Activity, Organisation
from scoring.models.organisation import ORGANISATION
from scoring.tenancy import FIRST
from tournament.models import Event, RemovedEvent


def event_chains(organisation: int | None) -> list[str]:
    """The chains of the organisation's events, then of those it removed; none twice. Two queries."""
    events = Event.everywhere.filter(organisation=organisation).order_by("pk")
    removed = RemovedEvent.everywhere.filter(organisation=organisation).order_by("pk")
    slugs = [*events.values_list("slug", flat=True), *removed.values_list("slug", flat=True)]
    return [f"event:{slug}" for slug in dict.fromkeys(slugs)]


def own_logs(organisation: Organisation) -> Q:
    """The entries of the log that are the organisation's and nobody else's: what its owner reads and takes along.

    Of the house the first organisation has what was done before there were others; what all share since is told there.
    Five queries at most.
    """
    house = house_of_the_first() if organisation.pk == FIRST else None
    own = chains_of(organisation.pk)
    return own | house if house is not None else own


def house_of_the_first() -> Q | None:
    """What the first organisation has of the chain of the house, from its beginning on; None for nothing.

    All of it while there is no other. Two queries.
    """
    others = Organisation.objects.exclude(pk=FIRST)
    if not others.exists():
        return Q(chain=None)
    scope = Concat(Value(f"{ORGANISATION}:"), Cast(OuterRef("pk"), CharField()))
    begun = Activity.objects.filter(chain=scope).order_by("pk").values("pk")[:1]
    first = others.annotate(begun=Subquery(begun)).aggregate(first=Min("begun"))["first"]
    return None if first is None else Q(chain=None, pk__lt=first)


def log_of_organisation(organisation: int | None) -> Q:
    """Every entry that may name somebody of the organisation, for who is shown what is stored, or erased.

    The chain of the house is the first organisation's: what was done before there were others stands there. While it
    is the only one, so is every other.
    """
    if organisation != FIRST:
        return chains_of(organisation)
    if not Organisation.objects.exclude(pk=FIRST).exists():
        return Q()
    return chains_of(organisation) | Q(chain=None)


def chains_of(organisation: int | None) -> Q:
    """What stands in a chain that is named after the organisation or its events, or was brought along. Two queries."""
    scope = f"{ORGANISATION}:{organisation}"
    return Q(chain__in=[scope, *event_chains(organisation)]) | Q(chain__startswith=f"{scope}/")
