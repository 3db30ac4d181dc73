"""The roster: all entries by division."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.queries.results.division_games import DivisionGames
from tournament.reports.per_division import DivisionDefinition
from tournament.reports.report import Column, Group, Kind, Table, hide_columns_if_empty
from tournament.reports.report_options import DivisionOptions

COLUMNS = (
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("name", _lazy("Name")),
    Column("sort_name", _lazy("Sort name"), data_only=True),
    Column("rating", _lazy("Rating"), Kind.INTEGER),
    Column("rating_class", _lazy("Class"), width=6),
    Column("team", _lazy("Team")),
    Column("withdrawn_after", _lazy("Left after round"), Kind.INTEGER, data_only=True),
    Column("state", "", name=_lazy("State")),
)


class Roster(DivisionDefinition):
    """All players by division: number, name, rating, class and team."""

    title = "Roster"
    group = "Setting up"

    Options = DivisionOptions

    def tables(self, play: DivisionGames, options: DivisionOptions) -> tuple[Table]:
        """Return the roster of a division."""
        rows = tuple(
            (
                person.number,
                person.name,
                person.sort_name,
                person.rating,
                person.rating_class,
                person.team,
                person.left_after,
                _withdrawal_label(person.left_after),
            )
            for person in play.people
        )
        table = Table("rows", COLUMNS, (Group(rows),), empty=_("No players yet."))
        return (hide_columns_if_empty(table, "rating", "rating_class", "team", "state"),)

    def extra_fields(
        self, plays: Sequence[DivisionGames], options: DivisionOptions
    ) -> dict[str, Any]:
        """Return the number of players as the subtitle."""
        count = sum(len(play.people) for play in plays)
        players = ngettext("{count} player", "{count} players", count)
        return {"subtitle": players.format(count=count)}


def _withdrawal_label(after: int | None) -> str:
    if after is None:
        return ""
    return _("left after round {after}").format(after=after) if after else _("left before round 1")
