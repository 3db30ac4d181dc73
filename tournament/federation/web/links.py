"""Links of the federation on pages of the core and on the public page of an event."""

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _lazy

from tournament.federation.queries.registrations import registration_rules_of
from tournament.models import Event, Player
from tournament.web.cards import RoomLink
from tournament.web.page import organisation_if_several


def _has_several_organisations(request: HttpRequest, _about: Any) -> bool:
    return organisation_if_several(request) is not None


def _takes_registrations(_request: HttpRequest | None, event: Event) -> bool:
    rules = registration_rules_of(event)
    return rules.when != rules.When.NEVER and event.closed_at is None


def _person_arguments(person: Player) -> tuple[object, ...]:
    return (person.pk,)


def _event_arguments(event: Event) -> tuple[object, ...]:
    return (event.slug,)


def _organisation_arguments(event: Event) -> tuple[object, ...]:
    return (event.organisation_id,)


LINKS = (
    RoomLink("events", _lazy("Calendar of events"), "calendars"),
    RoomLink("director_tools", _lazy("Championships"), "championships"),
    RoomLink("director_tools", _lazy("Members and ratings"), "members"),
    RoomLink("reader_tools", _lazy("Members and ratings"), "members"),
    RoomLink("organisations", _lazy("Organisations"), "organisations"),
    RoomLink("organisation", _lazy("Backup"), "backup"),
    RoomLink("organisation", _lazy("How long contact details are kept"), "keep_contacts"),
    RoomLink(
        "people",
        _lazy("People offered by other organisations"),
        "offered_persons",
        is_shown=_has_several_organisations,
    ),
    RoomLink("person", _lazy("Ratings over time"), "member", _person_arguments),
    RoomLink("rating_lists", _lazy("Rate several events in one run"), "rating_runs"),
    RoomLink("public_footer", _lazy("Calendar"), "calendar", _organisation_arguments),
    RoomLink("public_event", _lazy("Registration"), "register", _event_arguments, _takes_registrations),
)  # fmt: skip
