"""Settings of an event that other pages than its rules have: each by its label, with the way to its field."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django import forms
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.models import Division, Event
from tournament.web.access import may
from tournament.web.event.housekeeping import EventDetailsForm
from tournament.web.files.print_desk import LookForm
from tournament.web.forms import StandingsForm
from tournament.web.frame import Link, address_of, permission_of
from tournament.web.people.registrations import RegistrationRulesForm


@dataclass(frozen=True, slots=True)
class PageOfSettings:
    """A page with settings: the name of its address, and its form or what the page itself is called."""

    screen: str
    form: type[forms.Form] | None = None
    label: Promise | None = None


SECTIONS: tuple[tuple[Promise, tuple[PageOfSettings, ...]], ...] = (
    (
        _lazy("Name, date and closing"),
        (
            PageOfSettings("housekeeping", EventDetailsForm),
            PageOfSettings("housekeeping", label=_lazy("Names of divisions")),
            PageOfSettings("housekeeping", label=_lazy("Close or remove the event")),
        ),
    ),
    (
        _lazy("Number of rounds and plan"),
        (
            PageOfSettings("standings", StandingsForm),
            PageOfSettings("plan", label=_lazy("Plan of the rounds, boards and byes")),
            PageOfSettings("plan", label=_lazy("Publish rounds by themselves")),
        ),
    ),
    (
        _lazy("Registration and players"),
        (
            PageOfSettings("registration_rules", RegistrationRulesForm),
            PageOfSettings("classes", label=_lazy("Rating classes")),
            PageOfSettings("apart", label=_lazy("Players kept apart")),
            PageOfSettings("prizes", label=_lazy("List of prizes")),
        ),
    ),
    (
        _lazy("Clock, screens and phones"),
        (
            PageOfSettings("room", label=_lazy("Clock and screens")),
            PageOfSettings("phones", label=_lazy("Phones in the room")),
            PageOfSettings("player_phones", label=_lazy("Codes of players")),
            PageOfSettings("streams", label=_lazy("Streams")),
        ),
    ),
    (
        _lazy("Papers and public files"),
        (
            PageOfSettings("print_desk", LookForm),
            PageOfSettings("publishing", label=_lazy("Public site as files")),
        ),
    ),
    (
        _lazy("Words, helpers and programs"),
        (
            PageOfSettings("word_list", label=_lazy("Word list")),
            PageOfSettings("helpers", label=_lazy("Helpers and their roles")),
            PageOfSettings("api_keys", label=_lazy("Keys for programs")),
        ),
    ),
)
"""Every other setting in sections, as the page of the rules lists them."""


NOT_ALWAYS_THERE = frozenset({"without_logo"})
"""Fields that their page shows only at times: removing a picture, where there is one."""


def settings_elsewhere(
    request: HttpRequest, event: Event, divisions: Sequence[Division]
) -> list[tuple[str, list[Link]]]:
    """Return the sections with a link to each setting that the reader may change; no query."""
    sections = []
    for heading, pages in SECTIONS:
        links = [link for row in pages for link in _links(request, event, divisions, row)]
        if links:
            sections.append((str(heading), links))
    return sections


def _links(
    request: HttpRequest, event: Event, divisions: Sequence[Division], row: PageOfSettings
) -> Iterator[Link]:
    if not may(request, permission_of(row.screen)):
        return
    for address, division in _addresses(event, divisions, row.screen):
        for label, anchor in _fields_of(row):
            named = (
                _("{setting}, division {division}").format(setting=label, division=division)
                if division
                else label
            )
            yield Link(named, address + anchor)


def _addresses(
    event: Event, divisions: Sequence[Division], screen: str
) -> Iterable[tuple[str, Division | None]]:
    """The page, or that of every division; the division is named where there are several."""
    of_event = address_of(screen, {"event": event.slug})
    if of_event:
        return [(of_event, None)]
    return [
        (
            address_of(screen, {"event": event.slug, "division": row.slug}),
            row if len(divisions) > 1 else None,
        )
        for row in divisions
    ]


def _fields_of(row: PageOfSettings) -> Iterator[tuple[str, str]]:
    """The label of every field with its place on the page, or the one label of the page."""
    if row.form is None:
        yield str(row.label), ""
        return
    for name, field in row.form.base_fields.items():
        if name in NOT_ALWAYS_THERE:
            continue
        yield str(field.label), f"#id_{name}"
