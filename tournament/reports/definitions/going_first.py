"""The advantage of going first."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.progress import ProgressStep
from tournament.queries.results.division_games import DivisionGames
from tournament.reports.per_division import DivisionDefinition
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Row, Section, Table
from tournament.reports.report_options import ResultsOptions

DIVISION_COLUMNS = (
    Column("division", _lazy("Division")),
    Column("games", _lazy("Games"), Kind.INTEGER),
    Column("wins", _lazy("Won"), Kind.RECORD, name=_lazy("Won by the player who went first")),
    Column("losses", _lazy("Lost"), Kind.RECORD, name=_lazy("Lost by the player who went first")),
    Column(
        "share",
        _lazy("Won, %"),
        Kind.AVERAGE,
        name=_lazy("Won by the player who went first, percent"),
    ),
    Column(
        "spread",
        _lazy("Spread per game"),
        Kind.AVERAGE,
        name=_lazy("Average spread of the player who went first"),
    ),
)
PLAYER_COLUMNS = (
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("name", _lazy("Name")),
    Column("firsts", _lazy("First"), Kind.INTEGER, name=_lazy("Games going first")),
    Column("first_wins", _lazy("Won"), Kind.RECORD, name=_lazy("Won going first")),
    Column("first_spread", _lazy("Spread"), Kind.AVERAGE, name=_lazy("Average spread going first")),
    Column("seconds", _lazy("Second"), Kind.INTEGER, name=_lazy("Games going second")),
    Column("second_wins", _lazy("Won"), Kind.RECORD, name=_lazy("Won going second")),
    Column(
        "second_spread", _lazy("Spread"), Kind.AVERAGE, name=_lazy("Average spread going second")
    ),
)


class GoingFirst(DivisionDefinition):
    """How often and by how much the player who goes first wins, in each division and for every player.

    A tie counts as half a win. Games in which it is not known who went first do not count.
    """

    title = "Advantage of going first"
    group = "Standings and records"

    def tables(self, play: DivisionGames, options: ResultsOptions) -> tuple[Table]:
        """Return the figures of all players."""
        return (_players_table(play),)

    def sections(
        self, plays: Sequence[DivisionGames], options: ResultsOptions
    ) -> tuple[Section, ...]:
        """Return the figures of the divisions and of their players; without games, only an empty table."""
        rows = tuple(row for play in plays for row in _overall_rows(play))
        overall = Table(
            "divisions",
            DIVISION_COLUMNS,
            (Group(rows),),
            title=_("By division"),
            empty=_("No game has been played yet."),
        )
        return (overall, *super().sections(plays, options)) if rows else (overall,)


def _games(play: DivisionGames, number: int, *, first: bool) -> list[ProgressStep]:
    """Return the games in which this player went first, or second unless `first`."""
    return [step for step in play.steps[number] if step.is_played and step.goes_first is first]


def _overall_rows(play: DivisionGames) -> list[Row]:
    steps = [step for person in play.people for step in _games(play, person.number, first=True)]
    if not steps:
        return []
    won, spread = _wins_and_spread(steps)
    share = Cell(round(100 * won / len(steps), 1), Emphasis.STRONG)
    return [(play.division.name, len(steps), won, len(steps) - won, share, spread)]


def _players_table(play: DivisionGames) -> Table:
    rows: list[Row] = []
    for person in play.people:
        first = _games(play, person.number, first=True)
        second = _games(play, person.number, first=False)
        if first or second:
            rows.append(
                (
                    person.number,
                    person.name,
                    len(first),
                    *(_wins_and_spread(first) if first else (None, None)),
                    len(second),
                    *(_wins_and_spread(second) if second else (None, None)),
                )
            )
    return Table("players", PLAYER_COLUMNS, (Group(tuple(rows)),))


def _wins_and_spread(steps: Sequence[ProgressStep]) -> tuple[float, float]:
    """Return the wins in these games, with ties as half a win, and the average spread.

    There must be at least one game.
    """
    won = sum(step.half_points or 0 for step in steps) / 2
    return won, round(sum(step.spread or 0 for step in steps) / len(steps), 1)
