"""Results sent to the body that rates them: which file it wants, what it asks for, and what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.ratings.system import all_systems
from tournament.exchange.event_exchange import Prepared, prepared
from tournament.exchange.losses import Loss
from tournament.models import Entry, Event


@dataclass(frozen=True, slots=True)
class Body:
    """A rating body: the system it rates by, the format of its file, and what it asks for besides."""

    name: Promise
    system: str
    format: str
    asks_for_naspa_numbers: bool = False


BODIES: Mapping[str, Body] = {
    "naspa": Body(_lazy("NASPA"), "naspa", "tsh_archive", asks_for_naspa_numbers=True),
    "wespa": Body(_lazy("WESPA"), "wespa", "tou"),
    "coco": Body(_lazy("CoCo"), "wespa", "coco_csv"),
    "absp": Body(_lazy("ABSP"), "absp", "results_text"),
    "aspa": Body(_lazy("Scrabble Australia"), "aspa", "results_text"),
    "german": Body(_lazy("Scrabble Deutschland"), "german", "results_text"),
    "other": Body(_lazy("another body"), "", "results_text"),
}
"""Every body by key. Those whose form of file is not known get the results as plain text."""


def usual_body(event: Event) -> str:
    """The key of the body whose rules the event has; else that of its rating system."""
    begins = event.preset.partition("_")[0]
    if begins in BODIES:
        return begins
    system = event.rules.rating_system
    return next((key for key, body in BODIES.items() if body.system == system), "other")


@dataclass(frozen=True, slots=True)
class MissingFigures:
    """A player of whom the body asks for a figure that is not known."""

    entry: Entry
    wants_member: bool
    wants_games: bool


@dataclass(frozen=True, slots=True)
class Sending:
    """An event on its way to a body."""

    body: Body
    event: Event
    ready: Prepared
    missing: tuple[MissingFigures, ...]
    """Players without a number or career games that the body asks for."""
    obstacles: tuple[str, ...]
    """What has to be entered or mended first; empty where the file can be written."""

    @property
    def losses(self) -> tuple[Loss, ...]:
        """What the file loses, apart from what stands in the way."""
        return tuple(loss for loss in self.ready.losses if loss.kind not in OBSTACLES)


OBSTACLES = ("missing_results", "day_missing", "large_scores", "names_alike")
"""Kinds of losses without which a body can rate nothing."""


def sending(event: Event, key: str) -> Sending:
    """The event for that body. The queries of `prepared`, and one. Raises `KeyError` for an unknown body."""
    body = BODIES[key]
    ready = prepared(event, body.format)
    obstacles = [
        sentence
        for loss in ready.losses
        if loss.kind in OBSTACLES
        for sentence in (loss.details or (loss.summary,))
    ]
    if not event.date and not any(loss.kind == "day_missing" for loss in ready.losses):
        obstacles.insert(0, _("The event has no date. Set it below."))
    if not any(division.rounds for division in ready.value.divisions):
        obstacles.append(_("No round is played yet."))
    if not obstacles:
        obstacles += ready.format.refusals(ready.value)
    return Sending(body, event, ready, tuple(_missing(event, body)), tuple(obstacles))


def _missing(event: Event, body: Body) -> list[MissingFigures]:
    system = all_systems().get(body.system)
    asks_for_numbers = system is not None and system.asks_for_numbers
    asks_for_games = system is not None and "games" in system.needs
    rows = Entry.objects.filter(division__event=event).select_related("player", "division")
    figures = [
        MissingFigures(
            entry,
            wants_member=asks_for_numbers and not entry.member,
            wants_games=asks_for_games and entry.career_games is None and bool(entry.rating),
        )
        for entry in rows.order_by("division__position", "number")
    ]
    return [figure for figure in figures if figure.wants_member or figure.wants_games]
