"""`.RT` files: the ratings of an event in fixed columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.interchange import (
    DerivedFigures,
    PortableDivision,
    PortableEntrant,
    PortableEvent,
    UnwritableEvent,
)
from tournament.engine.ratings.performance import round_half_up
from tournament.engine.results import GAMES, half_points, rated_spread
from tournament.exchange.aupair.writing import encode_latin, replaced_letters
from tournament.exchange.event_files import EventFormat, NamedFile
from tournament.exchange.preflight import Detail, details_of_kind, long_names, missing_results

NAME_COLUMNS = 20
HEADING = "NAME                  RECORD     SPREAD  OLD RAT  NEW RAT  NEW DEV "


class Rt(EventFormat):
    """`.RT`, the result of a rated event as rating bodies publish it: record, spread, rating before and after.

    Byes and forfeits are not rated and are not in the record. For players who were unrated, the rating before the event
    is empty. Results, pairings and everything else are not included.
    """

    label = _lazy("Rated result (.RT)")
    reads = False
    wants_figures = True

    def recognises(self, file: NamedFile) -> bool:  # noqa: ARG002 - it is never read as an event
        """Return False, because this format can be exported but not imported."""
        return False

    def details(self, event: PortableEvent) -> Iterator[Detail]:
        """Yield messages on missing results, truncated names, and letters outside Latin-1."""
        yield from details_of_kind("missing_results", missing_results(event))
        yield from details_of_kind("long_names", long_names(event, NAME_COLUMNS))
        yield from details_of_kind("letters", replaced_letters(event))

    def refusals(self, event: PortableEvent) -> tuple[str, ...]:
        """Return the message that no player of any division is rated, or () if one is."""
        if any(_figures(division).rated for division in event.divisions):
            return ()
        return (
            _(
                "No player is rated: the rules name no rating system, or no game has been played. "
                "Choose the system on the ratings page."
            ),
        )

    def write(self, event: PortableEvent) -> tuple[NamedFile, ...]:
        """Return the file. Raise `Unwritable` if no division is rated."""
        if reasons := self.refusals(event):
            raise UnwritableEvent(*reasons)
        lines = [event.name, event.date]
        rated = [division for division in event.divisions if _figures(division).rated]
        for division in rated:
            lines += [f"Section {division.name}", HEADING, *_rows(division)]
        stem = re.sub(r"\W+", "-", event.name).strip("-").lower() or "event"
        return (NamedFile(f"{stem}.RT", encode_latin("".join(f"{line}\r\n" for line in lines))),)


def _figures(division: PortableDivision) -> DerivedFigures:
    return division.figures or DerivedFigures((), (), (), ())


def _rows(division: PortableDivision) -> Sequence[str]:
    """Return a line for every player with a rated game, the highest new rating first."""
    rated = _figures(division).rated
    records = _rated_games(division)
    entrants = [entrant for entrant in division.entrants if records.get(entrant.number)]
    entrants.sort(key=lambda entrant: -(rated[entrant.number].new or 0))
    return [_row(entrant, division, records[entrant.number]) for entrant in entrants]


def _row(
    entrant: PortableEntrant, division: PortableDivision, games: Sequence[tuple[float, int]]
) -> str:
    figures = _figures(division).rated[entrant.number]
    wins = sum(share for share, _ in games)
    record = f"{wins:.1f}-{len(games) - wins:.1f}"
    spread = sum(margin for _, margin in games)
    old, new = (
        "" if rating is None else str(round_half_up(rating))
        for rating in (figures.old, figures.new)
    )
    deviation = "" if figures.deviation is None else f"{figures.deviation:.1f}"
    name = entrant.name[:NAME_COLUMNS]
    return f"{name:<22}{record:<8}{spread:>10}{old:>9}{new:>9}{deviation:>9}"


def _rated_games(division: PortableDivision) -> dict[int, list[tuple[float, int]]]:
    """Return the share of a win and the spread of every rated game, by entry number."""
    records: dict[int, list[tuple[float, int]]] = {}
    for round_ in division.rounds:
        for meeting in round_.meetings:
            if meeting.is_alone or meeting.outcome not in GAMES or meeting.first_score is None:
                continue
            scores = (meeting.first_score, meeting.second_score or 0)
            spread = rated_spread(meeting.outcome, *scores)
            share = half_points(meeting.outcome, spread) / 2
            records.setdefault(meeting.first, []).append((share, spread))
            records.setdefault(meeting.second, []).append((1 - share, -spread))
    return records
