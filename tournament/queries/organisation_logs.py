"""The activity log chains of an organisation: its own, and those of its current and removed events."""

from __future__ import annotations

from django.db.models import CharField, Min, OuterRef, Q, Subquery, Value
from django.db.models.functions import Cast, Concat

from scoring.models import Activity, Organisation
from scoring.models.organisation import ORGANISATION
from scoring.tenancy import FIRST_TENANT
from tournament.models import Event, RemovedEvent


def event_chains(organisation: int | None) -> list[str]:
    """Return the chains of the organisation's current and removed events, without duplicates. Two queries."""
    events = Event.everywhere.filter(organisation=organisation).order_by("pk")
    removed = RemovedEvent.everywhere.filter(organisation=organisation).order_by("pk")
    slugs = [*events.values_list("slug", flat=True), *removed.values_list("slug", flat=True)]
    return [f"event:{slug}" for slug in dict.fromkeys(slugs)]


def own_log_filter(organisation: Organisation) -> Q:
    """Return a filter for the log entries that belong to the organisation alone.

    Its owner may read and export them. The first organisation also owns the entries of the shared
    chain that precede all other organisations. At most five queries.
    """
    house = first_organisation_filter() if organisation.pk == FIRST_TENANT else None
    own = organisation_chain_filter(organisation.pk)
    return own | house if house is not None else own


def first_organisation_filter() -> Q | None:
    """Return a filter for the entries of the shared chain that belong to the first organisation.

    These are all entries while there is no other organisation, else those before the first entry of
    another organisation's chain; None if no other organisation has a chain. Two queries.
    """
    others = Organisation.objects.exclude(pk=FIRST_TENANT)
    if not others.exists():
        return Q(chain=None)
    scope = Concat(Value(f"{ORGANISATION}:"), Cast(OuterRef("pk"), CharField()))
    begun = Activity.objects.filter(chain=scope).order_by("pk").values("pk")[:1]
    first = others.annotate(begun=Subquery(begun)).aggregate(first=Min("begun"))["first"]
    return None if first is None else Q(chain=None, pk__lt=first)


def organisation_log_filter(organisation: int | None) -> Q:
    """Return a filter for every entry that may name people of the organisation, for disclosure or erasure.

    The shared chain belongs to the first organisation. If that is the only one, all other
    chains do too.
    """
    if organisation != FIRST_TENANT:
        return organisation_chain_filter(organisation)
    if not Organisation.objects.exclude(pk=FIRST_TENANT).exists():
        return Q()
    return organisation_chain_filter(organisation) | Q(chain=None)


def organisation_chain_filter(organisation: int | None) -> Q:
    """Return a filter for the chains of the organisation and its events, including imported ones. Two queries."""
    scope = f"{ORGANISATION}:{organisation}"
    return Q(chain__in=[scope, *event_chains(organisation)]) | Q(chain__startswith=f"{scope}/")
