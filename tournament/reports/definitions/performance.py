"""Performance ratings of the players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from scoring.wording.phrases import and_list
from tournament.engine.prizes.contest import ContestDivision
from tournament.engine.ratings.performance import performance_rating, round_half_up
from tournament.models import Event
from tournament.reports.contests import DivisionContest
from tournament.reports.framing import add_full_stop
from tournament.reports.per_division import GamesDefinition
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Row, Table
from tournament.reports.report_options import ResultsOptions

MAX_NAMED = 8
"""Maximum number of people named in a note."""
COLUMNS = (
    Column("rank", _lazy("Rank"), Kind.INTEGER),
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("name", _lazy("Name")),
    Column("rating", _lazy("Rating"), Kind.INTEGER),
    Column("games", _lazy("Games"), Kind.INTEGER, name=_lazy("Games against rated opponents")),
    Column("wins", _lazy("Wins"), Kind.RECORD, name=_lazy("Wins against rated opponents")),
    Column("opponents", _lazy("Opponents"), Kind.AVERAGE, name=_lazy("Opponents’ average rating")),
    Column("performance", _lazy("Performance"), Kind.INTEGER),
    Column("difference", "±", Kind.SPREAD, name=_lazy("Performance minus rating")),
)


class Performance(GamesDefinition):
    """The performance rating of each player: the rating at which the expected wins equal the actual wins.

    Games against rated opponents count, with a tie as half a win; byes and forfeits do not. A player without
    wins is rated as if 5 % of the games were won, and a player with only wins as if 95 % were won.
    """

    title = "Performance ratings"
    group = "Standings and records"
    Options = ResultsOptions

    def content(
        self, seen: DivisionContest, event: Event, options: ResultsOptions
    ) -> dict[str, Any]:
        """Return a table for each division, and a note on unrated opponents if there are any."""
        tables = [_table(section) for section in seen.sections]
        return {
            "sections": seen.by_division(tables),
            "notes": _unrated_opponents_note(seen.sections),
        }


def _unrated_opponents_note(sections: Iterable[ContestDivision]) -> Iterator[str]:
    """Yield a note with the unrated opponents whose games do not count; nothing if all are rated."""
    people = {
        (section.division, side.opponent): section.name(side.opponent)
        for section in sections
        for side in section.sides
        if section.people[side.opponent].rating is None
    }
    if people:
        names = [people[key] for key in sorted(people)]
        more = len(names) - MAX_NAMED
        listed = names[:MAX_NAMED]
        if more > 0:
            listed.append(ngettext("{count} more", "{count} more", more).format(count=more))
        yield add_full_stop(
            _("Games against unrated opponents are left out: {players}").format(
                players=and_list(listed)
            )
        )


def _table(section: ContestDivision) -> Table:
    opponents: dict[int, list[int]] = {}
    wins2: dict[int, int] = {}
    for side in section.sides:
        rating = section.people[side.opponent].rating
        if rating is not None:
            opponents.setdefault(side.number, []).append(rating)
            wins2[side.number] = wins2.get(side.number, 0) + side.half_points
    performances = []
    for number, met in opponents.items():
        value = performance_rating(met, wins2[number] / 2)
        performances.append((round_half_up(value or 0.0), number, met))
    performances.sort(key=lambda row: (-row[0], row[1]))
    rows: list[Row] = []
    rank = 0
    for place, (value, number, met) in enumerate(performances, start=1):
        person = section.people[number]
        rank = rank if place > 1 and value == performances[place - 2][0] else place
        rows.append(
            (
                rank,
                number,
                person.name,
                person.rating,
                len(met),
                wins2[number] / 2,
                round(sum(met) / len(met), 1),
                Cell(value, Emphasis.STRONG),
                None if person.rating is None else value - person.rating,
            )
        )
    return Table(
        "rows", COLUMNS, (Group(tuple(rows)),), empty=_("No player has met a rated opponent yet.")
    )
