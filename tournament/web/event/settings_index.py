"""Event settings on pages other than the rules: label, value and link."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament import extension
from tournament.engine.pairing.automatic_rounds import UnattendedSetting
from tournament.engine.pairing.seating import Seating
from tournament.models import Division, Event
from tournament.web.access import has_page_permission
from tournament.web.event.housekeeping import EventDetailsForm
from tournament.web.files.print_desk import BrandingForm
from tournament.web.forms import StandingsForm
from tournament.web.frame import address_of, permission_of
from tournament.web.people.forms import ClassesForm, EqualClassesForm
from tournament.web.rounds.forms import AutoPublishForm, SeatingForm

ValueReader = Callable[[Event, Division | None], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """A page with settings: its URL name and its form, or a label for a page without a form.

    `current_values` returns the current values of the form's fields; it is None if reading them would take a
    query. `anchor` is the anchor on a page without a form.
    """

    screen: str
    form: Callable[[], forms.Form] | type[forms.Form] | None = None
    label: Promise | None = None
    current_values: ValueReader | None = None
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class SettingLinks:
    """The links to one setting: one for the event, or one for each division."""

    label: str
    places: list[tuple[str, str, str]]
    """For each link, the division (empty for the event), the field's address, and its value (empty if not shown)."""

    @property
    def is_known(self) -> bool:
        """Whether the current value is shown for the event or for any division."""
        return any(now for _name, _address, now in self.places)


def _event_values(event: Event, _division: Division | None) -> Mapping[str, Any]:
    return {name: getattr(event, name) for name in EventDetailsForm.base_fields}


def _division_values(_event: Event, division: Division | None) -> Mapping[str, Any]:
    return {name: getattr(division, name) for name in StandingsForm.base_fields}


def _seating_values(_event: Event, division: Division | None) -> Mapping[str, Any]:
    return {**Seating().as_dict(), **(division.seating if division else {})}


def _auto_publish_values(_event: Event, division: Division | None) -> Mapping[str, Any]:
    return {
        "minutes": UnattendedSetting.from_stored(division.unattended).minutes if division else None
    }


def _branding_values(event: Event, _division: Division | None) -> Mapping[str, Any]:
    look = dict(event.printing.get("look", {}))
    return {"sponsor": look.get("sponsor", ""), "colour": look.get("colour", "")}


@dataclass(frozen=True, slots=True)
class SettingsSection:
    """A heading with its settings pages. A room's pages are added under the heading with the same key, if any."""

    key: str
    heading: Promise
    pages: tuple[SettingsPage, ...]
    first: bool = False
    """Whether a room's pages go before the existing ones."""


SECTIONS = (
    SettingsSection(
        "event",
        _lazy("Name, date and closing"),
        (
            SettingsPage("housekeeping", EventDetailsForm, current_values=_event_values),
            SettingsPage(
                "housekeeping", label=_lazy("Names of divisions"), anchor="#divisions-title"
            ),
            SettingsPage(
                "housekeeping", label=_lazy("Close or remove the event"), anchor="#close-title"
            ),
        ),
    ),
    SettingsSection(
        "rounds",
        _lazy("Number of rounds and plan"),
        (
            SettingsPage("standings", StandingsForm, current_values=_division_values),
            SettingsPage("plan", label=_lazy("Round plan, boards and byes")),
            SettingsPage(
                "plan", lambda: SeatingForm(seating=Seating()), current_values=_seating_values
            ),
            SettingsPage("plan", label=_lazy("Publish rounds automatically"), anchor="#id_minutes"),
            SettingsPage("plan", AutoPublishForm, current_values=_auto_publish_values),
        ),
    ),
    SettingsSection(
        "people",
        _lazy("Players and prizes"),
        (
            SettingsPage("classes", label=_lazy("Rating classes")),
            SettingsPage("classes", ClassesForm),
            SettingsPage("classes", EqualClassesForm),
            SettingsPage("apart", label=_lazy("Players kept apart")),
            SettingsPage("prizes", label=_lazy("List of prizes")),
        ),
    ),
    SettingsSection(
        "papers",
        _lazy("Papers and public files"),
        (SettingsPage("print_desk", BrandingForm, current_values=_branding_values),),
    ),
    SettingsSection(
        "helpers",
        _lazy("Words, helpers and programs"),
        (
            SettingsPage("word_list", label=_lazy("Word list")),
            SettingsPage("helpers", label=_lazy("Helpers and their roles")),
        ),
    ),
)
"""The settings that are not rules, in sections, as listed on the rules page."""


CONDITIONAL_FIELDS = frozenset({"without_logo"})
"""Names of fields that their page does not always show, such as the one that removes a picture."""


@cache
def _sections() -> tuple[SettingsSection, ...]:
    """Return the sections, including the settings of the rooms that are turned on (`extension.SETTINGS`)."""
    sections = {section.key: section for section in SECTIONS}
    for section in (section for added in extension.SETTINGS for section in added):
        there = sections.get(section.key, replace(section, pages=()))
        pages = section.pages + there.pages if section.first else there.pages + section.pages
        sections[section.key] = replace(there, pages=pages)
    return tuple(sections.values())


def settings_on_other_pages(
    request: HttpRequest, event: Event, divisions: Sequence[Division]
) -> list[tuple[str, list[SettingLinks]]]:
    """Return each section that has settings the reader may change: its heading and the links to them. No queries."""
    sections = []
    for section in _sections():
        links = [
            link for row in section.pages for link in _setting_links(request, event, divisions, row)
        ]
        if links:
            sections.append((str(section.heading), links))
    return sections


def _setting_links(
    request: HttpRequest, event: Event, divisions: Sequence[Division], row: SettingsPage
) -> Iterator[SettingLinks]:
    if not has_page_permission(request, permission_of(row.screen)):
        return
    settings: dict[tuple[str, str], SettingLinks] = {}
    for address, division in _addresses(event, divisions, row.screen):
        for label, anchor, now in _fields_of(row, event, division):
            links = settings.setdefault((label, anchor), SettingLinks(label, []))
            links.places.append((str(division or ""), address + anchor, now))
    yield from settings.values()


def _addresses(
    event: Event, divisions: Sequence[Division], screen: str
) -> Iterable[tuple[str, Division | None]]:
    """Return the addresses of a page, each with the division it belongs to.

    A page of the event has one address, with None; a page of a division has one for each division.
    """
    of_event = address_of(screen, {"event": event.slug})
    if of_event:
        return [(of_event, None)]
    return [
        (address_of(screen, {"event": event.slug, "division": row.slug}), row) for row in divisions
    ]


def _fields_of(
    row: SettingsPage, event: Event, division: Division | None
) -> Iterator[tuple[str, str, str]]:
    """Yield (label, anchor, current value) for every field that is always shown.

    A page without a form yields one such row. The value is empty if it is not known.
    """
    if row.form is None:
        yield str(row.label), row.anchor, ""
        return
    of_class: Mapping[str, forms.Field] | None = getattr(row.form, "base_fields", None)
    fields = row.form().fields if of_class is None else of_class
    values = row.current_values(event, division) if row.current_values else {}
    for name, field in fields.items():
        if name in CONDITIONAL_FIELDS:
            continue
        now = _value_in_words(field, values[name]) if name in values else ""
        yield str(field.label), f"#id_{name}", now


def _value_in_words(field: forms.Field, value: Any) -> str:
    """Return the value of a field as its page shows it, or a dash if it is empty."""
    if isinstance(field, forms.BooleanField):
        return _("yes") if value else _("no")
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        return str(dict(choices).get(value or "", value))
    if isinstance(value, date):
        return date_format(value)
    return "–" if value is None or value == "" else str(value)
