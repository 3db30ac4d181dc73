"""The standings as a table for any spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import escape_formula
from tournament.engine.entrants import Entrant, seeds_by_number
from tournament.engine.interchange import PortableDivision, PortableEvent
from tournament.engine.results import Result, SpreadCap, SpreadPenalty
from tournament.engine.standings import DEFAULT_PRECEDENCE, standings
from tournament.exchange.event_files import EventFormat, NamedFile

HEADS = (
    "division",
    "round",
    "rank",
    "number",
    "name",
    "rating",
    "wins",
    "losses",
    "ties",
    "spread",
    "capped_spread",
)
BYTE_ORDER_MARK = "\ufeff"
"""A byte order mark, so that spreadsheet programs read accents correctly."""


class StandingsCsv(EventFormat):
    """The standings of every division after its latest round with a result, as CSV.

    Wins, losses and ties are counted separately. The column `spread` is before caps, and `capped_spread`,
    after caps, is the one that counts; both include penalties.
    """

    label = _lazy("Standings (CSV)")
    reads = False

    def refusals(self, event: PortableEvent) -> tuple[str, ...]:  # noqa: ARG002 - of any event
        """Return (), since every event can be written."""
        return ()

    def write(self, event: PortableEvent) -> tuple[NamedFile, ...]:
        """Return the file."""
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(HEADS)
        for division in event.divisions:
            writer.writerows(_rows(event, division))
        return (NamedFile("standings.csv", (BYTE_ORDER_MARK + out.getvalue()).encode()),)


def results_of(division: PortableDivision) -> list[Result]:
    """Return the results of the rounds in the form used for standings, without games that have no result."""
    return [
        Result(round_.number, m.first, m.second, m.first_score, m.second_score or 0, m.outcome)
        for round_ in division.rounds
        for m in round_.meetings
        if m.first_score is not None
    ]


def _rows(event: PortableEvent, division: PortableDivision) -> Iterator[list[str | int]]:
    seeds = seeds_by_number([(entrant.number, entrant.rating) for entrant in division.entrants])
    results = results_of(division)
    last = max((result.round for result in results), default=0)
    caps = [cap or None for cap in event.spread_caps or ()]
    cap = SpreadCap(caps[-1], dict(enumerate(caps[:-1], 1))) if caps else SpreadCap()
    table = standings(
        [
            Entrant(e.number, seeds[e.number], e.rating, e.withdrawn_after)
            for e in division.entrants
        ],
        results,
        after=last,
        keys=division.precedence or event.precedence or DEFAULT_PRECEDENCE,
        cap=cap,
        penalties=[
            SpreadPenalty(penalty.round, entrant.number, penalty.spread)
            for entrant in division.entrants
            for penalty in entrant.penalties
        ],
    )
    people = division.by_number
    for line in table.lines:
        person = people[line.number]
        yield [
            escape_formula(division.name),
            last,
            line.rank,
            line.number,
            escape_formula(person.name),
            "" if person.rating is None else person.rating,
            line.wins,
            line.losses,
            line.ties,
            line.spread,
            line.capped_spread,
        ]
