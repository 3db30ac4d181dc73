"""Submission of results to a rating body: the required file, other requirements, and missing data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.ratings.system import all_systems
from tournament.exchange.data_losses import DataLoss
from tournament.exchange.event_exchange import PreparedEvent, prepare_event
from tournament.models import Entry, Event


@dataclass(frozen=True, slots=True)
class RatingBody:
    """A rating body: its rating system, its file format, and its other requirements."""

    name: Promise
    system: str
    format: str
    asks_for_naspa_numbers: bool = False


BODIES: Mapping[str, RatingBody] = {
    "naspa": RatingBody(_lazy("NASPA"), "naspa", "tsh_archive", asks_for_naspa_numbers=True),
    "wespa": RatingBody(_lazy("WESPA"), "wespa", "tou"),
    "coco": RatingBody(_lazy("CoCo"), "wespa", "coco_csv"),
    "absp": RatingBody(_lazy("ABSP"), "absp", "results_text"),
    "aspa": RatingBody(_lazy("Scrabble Australia"), "aspa", "results_text"),
    "german": RatingBody(_lazy("Scrabble Deutschland"), "german", "results_text"),
    "other": RatingBody(_lazy("another rating body"), "", "results_text"),
}
"""Every rating body by key. Bodies without a known file format get the results as plain text."""


def default_body(event: Event) -> str:
    """Return the key of the body whose rules the event uses, or else whose rating system; "other" if there is none."""
    begins = event.preset.partition("_")[0]
    if begins in BODIES:
        return begins
    system = event.rules.rating_system
    return next((key for key, body in BODIES.items() if body.system == system), "other")


@dataclass(frozen=True, slots=True)
class MissingFigures:
    """A player without a figure that the body requires."""

    entry: Entry
    wants_member: bool
    wants_games: bool


@dataclass(frozen=True, slots=True)
class Submission:
    """A submission of an event to a body."""

    body: RatingBody
    event: Event
    ready: PreparedEvent
    missing: tuple[MissingFigures, ...]
    """Players without a member number or career games that the body requires."""
    obstacles: tuple[str, ...]
    """Messages about data to enter or correct first; empty if the event can be submitted."""

    @property
    def losses(self) -> tuple[DataLoss, ...]:
        """The data that the file loses, apart from the obstacles."""
        return tuple(loss for loss in self.ready.losses if loss.kind not in OBSTACLES)


OBSTACLES = ("missing_results", "day_missing", "large_scores", "names_alike")
"""Kinds of losses that must be corrected before an event can be submitted."""


def submission_of(event: Event, key: str) -> Submission:
    """Return the submission for a body. Uses one query more than `prepare_event`.

    Raise `KeyError` for an unknown body.
    """
    body = BODIES[key]
    ready = prepare_event(event, body.format)
    obstacles = [
        sentence
        for loss in ready.losses
        if loss.kind in OBSTACLES
        for sentence in (loss.details or (loss.summary,))
    ]
    if not event.date and not any(loss.kind == "day_missing" for loss in ready.losses):
        obstacles.insert(0, _("The event has no date. Set it below."))
    if not any(division.rounds for division in ready.value.divisions):
        obstacles.append(_("No round has been played yet."))
    if not obstacles:
        obstacles += ready.format.refusals(ready.value)
    return Submission(body, event, ready, tuple(_missing_figures(event, body)), tuple(obstacles))


def _missing_figures(event: Event, body: RatingBody) -> list[MissingFigures]:
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
