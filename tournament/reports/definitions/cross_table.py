"""The cross-table: all players against each other, or their opponents by round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import format_signed
from tournament.models import Division
from tournament.queries.results.division_games import DivisionGames
from tournament.queries.standings.standings import DivisionStandings, division_standings
from tournament.reports.per_division import DivisionDefinition
from tournament.reports.report import Align, Cell, Column, Group, Kind, Look, Row, Table, Value
from tournament.reports.report_options import ResultsOptions, is_public
from tournament.reports.ties import TIES
from tournament.wording.letters import outcome_letter, outcome_letters_by_name

MAX_PLAYERS = 40
"""Maximum number of players for whom the opponents are the columns.

With more, most squares would be empty, so the rounds are the columns.
"""

LEADING_COLUMNS = (
    Column("rank", _lazy("Rank"), Kind.INTEGER),
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("name", _lazy("Name"), width=18),
    Column("wins", _lazy("Wins"), Kind.RECORD),
    Column("losses", _lazy("Losses"), Kind.RECORD, data_only=True),
    TIES,
    Column("spread", _lazy("Spread"), Kind.SPREAD),
)


class CrossTable(DivisionDefinition):
    """All players against each other, in the order of the standings: the spread of each game.

    With more than forty players, rounds are the columns, and each square contains the opponent's rank
    after W, L or T.
    """

    title = "Cross-table"
    group = "Standings and records"

    def tables(self, play: DivisionGames, options: ResultsOptions) -> tuple[Table]:
        """Return the cross-table of a division."""
        return (_table(play, play.division, public=is_public(options.audience)),)

    def extra_fields(
        self, plays: Sequence[DivisionGames], options: ResultsOptions
    ) -> dict[str, Any]:
        """Return the legend of columns and squares."""
        legend = _("The opponents' numbers are across the top; each square shows the spread.")
        if any(len(play.people) > MAX_PLAYERS for play in plays):
            legend = _(
                "Each square shows {won}, {lost} or {tied} and the opponent’s rank; {bye} means "
                "bye, {forfeit} means forfeit."
            ).format(**outcome_letters_by_name())
        return {"notes": (legend,), "landscape": True}


def _table(play: DivisionGames, division: Division, *, public: bool) -> Table:
    standings = division_standings(division, public=public)
    if len(play.people) > MAX_PLAYERS:
        columns, squares = _round_columns(play, standings)
    else:
        columns, squares = _opponent_columns(play, [row.person.number for row in standings.rows])
    rows: tuple[Row, ...] = tuple(
        (
            row.line.place,
            row.person.number,
            row.person.name,
            row.line.half_wins / 2,
            row.line.half_losses / 2,
            row.line.ties,
            row.line.spread,
            *squares[row.person.number],
        )
        for row in standings.rows
    )
    return Table(
        "rows",
        (*LEADING_COLUMNS, *columns),
        (Group(rows),),
        empty=_("No players yet."),
        look=Look.GRID,
        repeat=len(LEADING_COLUMNS),
    )


def _opponent_columns(
    play: DivisionGames, numbers: list[int]
) -> tuple[tuple[Column, ...], dict[int, Row]]:
    """Return a column for every player, and the squares of each player's row by number.

    Both are in the order of `numbers`. In a square, each game between the two players is a line; data
    files contain the total spread.
    """
    spreads: dict[tuple[int, int], list[int]] = defaultdict(list)
    for person in play.people:
        for step in play.steps[person.number]:
            if step.is_played and step.spread is not None:
                spreads[person.number, step.opponent].append(step.spread)
    columns = tuple(
        Column(
            f"against_{number}", str(number), Kind.SPREAD, align=Align.CENTRE, width=4, wraps=False
        )
        for number in numbers
    )
    squares = {
        one: tuple(_square(spreads[one, other], itself=one == other) for other in numbers)
        for one in numbers
    }
    return columns, squares


def _square(spreads: Sequence[int], *, itself: bool) -> Value | Cell:
    """Return a square of the table: the spreads of two players' games, None if they have not met, or a cross.

    The cross (`itself`) stands where a player would meet themselves.
    """
    if itself:
        return Cell(None, shown="×")
    if len(spreads) < 2:
        return spreads[0] if spreads else None
    return Cell(sum(spreads), shown="\n".join(map(format_signed, spreads)))


def _round_columns(
    play: DivisionGames, standings: DivisionStandings
) -> tuple[tuple[Column, ...], dict[int, Row]]:
    """Return a column for every round, and the squares of each player's row by number."""
    ranks = {line.number: line.rank for line in standings.table.lines}
    columns = tuple(
        Column(
            f"round_{number}",
            _("R{number}").format(number=number),
            align=Align.CENTRE,
            width=4,
            wraps=False,
        )
        for number in play.rounds
    )
    squares: dict[int, Row] = {}
    for person in play.people:
        steps = {step.round: step for step in play.steps[person.number]}
        squares[person.number] = tuple(
            f"{outcome_letter(steps[round_].letter)}{ranks.get(steps[round_].opponent, '')}"
            if round_ in steps
            else ""
            for round_ in play.rounds
        )
    return columns, squares
