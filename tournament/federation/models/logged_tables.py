"""The tables of the federation that are logged, with reasons for those that are not."""

from collections.abc import Collection

from scoring.models.facts import SHARED_PREFIX, UNLOGGED_COLUMNS, UNLOGGED_TABLES, register_facts
from tournament.federation.models.championship import Championship
from tournament.federation.models.people_data import Erasure, SharedPerson
from tournament.federation.models.registration import Registration, RegistrationRules
from tournament.federation.models.registration_details import RegistrationPayment
from tournament.models.logged_tables import COVERED_BY


def _events_of(championships: Collection[int]) -> dict[int, list[int]]:
    """Return the events of each championship. This takes one query."""
    links = Championship.events.through.objects.filter(championship__in=championships)
    pairs = links.order_by("event").values_list("championship", "event")
    return {key: [event for of, event in pairs if of == key] for key in championships}


register_facts(
    "registering", RegistrationRules, "event_id", "when", "opens_at", "closes_at", "limit",
    "division_limits", "asks_director", "shows_names", "about", "contact", "fee",
    "questions",
    to_event="event",
)  # fmt: skip
register_facts(
    "registration", Registration, "event_id", "division_id", "name", "name_key", "member", "by_initials",
    "state", "queued_at", "accepted_at", "ended_at", "came_at", "refused_why", "entry_id", "club", "is_minor",
    "fee_cents",
    to_event="event",
)  # fmt: skip
register_facts(
    "payment", RegistrationPayment, "registration_id", "cents", "how", "at", "revoked_at",
    to_event="registration__event",
)  # fmt: skip
register_facts(f"{SHARED_PREFIX}championship", Championship,
    "organisation_id", "slug", "name", "rules_copy", "by_division",
        also=("events", _events_of),
    to_event="events",
)  # fmt: skip
register_facts(
    f"{SHARED_PREFIX}sharing", SharedPerson, "player_id", "to_id", "own_id", "accepted_at", "ended_at"
)  # fmt: skip
register_facts(
    f"{SHARED_PREFIX}erasure",
    Erasure,
    "organisation_id",
    "person",
    "shown",
    "digests",
    "photographs_too",
)

UNLOGGED_TABLES |= {
    "tournament.Contact": "how a person is reached: kept out of every log, because it is to be forgotten",
    "tournament.RegistrationContact": "how a registered person is reached, and the answers: to be forgotten, too",
    "tournament.RegistrationMessage": "what is to be sent to a registered person; what it tells of is held",
}
UNLOGGED_COLUMNS |= {
    "tournament.Registration.notes": "what somebody wrote to the director: to be forgotten",
    "tournament.Registration.code": "opens the registration to who knows it",
    "tournament.Registration.family": "opens the registrations of a family to who knows it",
}
COVERED_BY["tournament.Championship_events"] = f"{SHARED_PREFIX}championship"
