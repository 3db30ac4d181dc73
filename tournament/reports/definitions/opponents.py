"""The opponents of each player, with head-to-head records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.progress import ProgressStep
from tournament.queries.results.division_games import DivisionGames, PrintedEntry
from tournament.reports.framing import require_known_number
from tournament.reports.per_division import DivisionDefinition
from tournament.reports.report import Column, Group, Kind, Row, Table
from tournament.reports.report_options import audience_option, division_option, report_option
from tournament.reports.ties import RECORD_COLUMNS

COLUMNS = (
    Column("opponent_number", _lazy("No."), Kind.INTEGER, name=_lazy("Opponent’s number")),
    Column("opponent", _lazy("Opponent")),
    Column("rating", _lazy("Rating"), Kind.INTEGER, name=_lazy("Opponent’s rating")),
    Column("rounds", _lazy("Rounds"), width=10),
    Column("games", _lazy("Games"), Kind.INTEGER),
    *RECORD_COLUMNS,
    Column("spread", _lazy("Spread"), Kind.SPREAD),
    Column("firsts", _lazy("Firsts"), Kind.INTEGER),
)


class Opponents(DivisionDefinition):
    """The opponents of each player, the rounds, and the head-to-head record: wins, losses, spread, firsts.

    If you give a player’s number, the report shows that player only.
    """

    title = "Opponents and head-to-head"
    group = "Standings and records"

    @dataclass(frozen=True, slots=True)
    class Options:
        """The players to include."""

        division: str = division_option()
        player: int | None = report_option("The player’s number. Default: all players.", None)
        audience: str = audience_option()

    def tables(self, play: DivisionGames, options: Options) -> tuple[Table]:
        """Return a table with the opponents of every player in a division, or of the requested player only."""
        groups = tuple(
            Group(rows, title=f"{person.number} {person.name}")
            for person in play.people
            if options.player in (None, person.number) and (rows := _rows(play, person))
        )
        empty = _("No games have been played yet.")
        return (Table("rows", COLUMNS, groups, group_head=_("Player"), empty=empty),)

    def extra_fields(self, plays: Sequence[DivisionGames], options: Options) -> dict[str, Any]:
        """Return no extra fields. Raise `CannotReport` for an unknown player number."""
        require_known_number(plays, options.player)
        return {}


def _rows(play: DivisionGames, person: PrintedEntry) -> tuple[Row, ...]:
    met: dict[int, list[ProgressStep]] = defaultdict(list)
    for step in play.steps[person.number]:
        if step.opponent:
            met[step.opponent].append(step)
    rows: list[Row] = []
    for number, steps in met.items():
        played = [step for step in steps if step.half_points is not None and step.is_played]
        points = sum(step.half_points or 0 for step in played)
        rows.append(
            (
                number,
                play.name(number),
                play.by_number[number].rating,
                ", ".join(str(step.round) for step in steps),
                len(played),
                points / 2,
                len(played) - points / 2,
                sum(step.half_points == 1 for step in played),
                sum(step.spread or 0 for step in played),
                sum(step.goes_first is True for step in played),
            )
        )
    return tuple(rows)
