"""The standings with every game behind them; in a workbook, wins and spread are live formulas."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.results import (
    GAMES,
    NOBODY,
    Outcome,
    ResultValue,
    SpreadCap,
    cap_spread,
    half_points,
    is_bye,
    result_values,
)
from tournament.engine.standings import RankedLine
from tournament.models import Division, ResultEntry
from tournament.models.results import ResultStatus
from tournament.queries.standings.standings import DivisionStandings, penalties_of
from tournament.reports.per_division import StandingsDefinition
from tournament.reports.report import Cell, Column, Group, Kind, Row, Table, division_title
from tournament.reports.report_options import ResultsOptions

GAME_COLUMNS = (
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("name", _lazy("Name")),
    Column("round", _lazy("Round"), Kind.INTEGER),
    Column("opponent", _lazy("Against")),
    Column("own", _lazy("Own"), Kind.SCORE, name=_lazy("Own score")),
    Column("theirs", _lazy("Theirs"), Kind.SCORE, name=_lazy("Opponent’s score")),
    Column("spread", _lazy("Spread"), Kind.SPREAD),
    Column("cap", _lazy("Cap"), Kind.INTEGER, name=_lazy("Cap of the round")),
    Column("counted", _lazy("Counted"), Kind.SPREAD, name=_lazy("Counted spread")),
    Column("win", _lazy("Win"), Kind.RECORD),
    Column("loss", _lazy("Loss"), Kind.RECORD),
)
STANDINGS_COLUMNS = (
    Column("rank", _lazy("Rank"), Kind.INTEGER),
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("name", _lazy("Name")),
    Column("wins", _lazy("Wins"), Kind.RECORD),
    Column("losses", _lazy("Losses"), Kind.RECORD),
    Column("spread", _lazy("Spread"), Kind.SPREAD),
    Column("counted", _lazy("Counted"), Kind.SPREAD, name=_lazy("Counted spread")),
)
AWARD_LABELS = {
    Outcome.BYE.value: _lazy("bye"),
    Outcome.HALF_BYE.value: _lazy("half bye"),
    Outcome.FIRST_FORFEITS.value: _lazy("forfeit"),
    Outcome.SECOND_FORFEITS.value: _lazy("forfeit"),
    Outcome.BOTH_FORFEIT.value: _lazy("forfeit"),
}


class StandingsCheck(StandingsDefinition):
    """The standings for checking, with every game behind them: one line for each player and round.

    In the workbook, wins, losses and spread are formulas over the games, so that changing a score shows its
    effect. In other formats, they are computed figures. A tie counts as half a win; counted spread is the
    spread after the cap of the round; penalties are on separate lines.
    """

    title = "Standings to check"
    group = "At the end"
    Options = ResultsOptions

    def sections(
        self, standings: Sequence[DivisionStandings], options: ResultsOptions
    ) -> tuple[Table, ...]:
        """Return a table of the standings and a table of the games for each division."""
        return tuple(
            table for of_division in standings for table in _standings_and_games(of_division)
        )


def _standings_and_games(standings: DivisionStandings) -> tuple[Table, Table]:
    division = standings.division
    rows = _game_rows(division, standings)
    return _standings_table(division, standings, len(rows)), _games_table(division, rows)


def _games_title(division: Division) -> str:
    return _("{division} games").format(division=division.name)


def _standings_table(division: Division, standings: DivisionStandings, games: int) -> Table:
    """Return the standings of a division, in which workbooks compute the totals of each player from the games."""
    sheet, last = f"[[{_games_title(division)}]]", max(games + 1, 2)

    def total_formula(column: str) -> str:
        return f"SUMIFS({sheet}!${column}$2:${column}${last},{sheet}!$A$2:$A${last},$B{{row}})"

    rows = tuple(
        (
            line.rank,
            line.number,
            name,
            Cell(line.half_wins / 2, formula=total_formula("J")),
            Cell(line.half_losses / 2, formula=total_formula("K")),
            Cell(line.spread, formula=total_formula("G")),
            Cell(line.capped_spread, formula=total_formula("I")),
        )
        for line, name in _lines(standings)
    )
    return Table(
        "rows",
        STANDINGS_COLUMNS,
        (Group(rows),),
        title=division.name,
        heading=division_title(division.name),
        part=_("Division"),
        empty=_("No players yet."),
    )


def _lines(standings: DivisionStandings) -> list[tuple[RankedLine, str]]:
    return [(row.line, row.person.name) for row in standings.rows]


def _games_table(division: Division, rows: Sequence[Row]) -> Table:
    return Table(
        "games",
        (*GAME_COLUMNS, Column("division", _("Division"), data_only=True)),
        (Group(tuple((*row, division.name) for row in rows)),) if rows else (),
        title=_games_title(division),
        heading=_("{division}: every game").format(division=division_title(division.name)),
        empty=_("There are no results yet."),
    )


def _game_rows(division: Division, standings: DivisionStandings) -> list[Row]:
    """Return a row for each result and penalty of each player, in the order of entry numbers and rounds.

    This takes two queries.
    """
    names = {row.person.number: row.person.name for row in standings.rows}
    caps = division.event.rules.spread_cap
    results = ResultEntry.objects.filter(
        pairing__round__division=division,
        pairing__round__number__lte=standings.after,
        pairing__replaced_at=None,
        standing=ResultStatus.COUNTS,
    ).exclude(outcome=Outcome.VOID)
    rows: list[tuple[tuple[int, int], Row]] = []
    for round_, first, second, own, theirs, outcome, spread_only in results.values_list(
        "pairing__round__number",
        "pairing__first__number",
        "pairing__second__number",
        "first_score",
        "second_score",
        "outcome",
        "spread_only",
    ):
        brought = result_values(outcome, own, theirs)
        if outcome in GAMES:
            sides = [(first, second, (own, theirs)), (second, first, (theirs, own))]
            for (number, other, seen), share in zip(sides, brought, strict=True):
                if number in names:
                    row = _game_row(
                        number, names, round_, other, seen, share, caps, known=not spread_only
                    )
                    rows.append(((number, round_), row))
            continue
        for number, share in zip((first, second or NOBODY), brought, strict=True):
            if number in names:
                if share.half_points == 0 or is_bye(outcome):
                    reason = str(AWARD_LABELS[outcome])
                else:
                    reason = _("opponent’s forfeit")
                row = _award_row(number, names, round_, reason, share, caps)
                rows.append(((number, round_), row))
    for penalty in penalties_of(division):
        if penalty.entry in names and penalty.round <= standings.after:
            name = names[penalty.entry]
            figures = (None, None, penalty.spread, None, penalty.spread, 0, 0)
            row = (penalty.entry, name, penalty.round, _("penalty"), *figures)
            rows.append(((penalty.entry, penalty.round), row))
    return [row for _place, row in sorted(rows, key=lambda row: row[0])]


def _game_row(
    number: int,
    names: dict[int, str],
    round_: int,
    other: int,
    scores: tuple[int, int],
    share: ResultValue,
    caps: SpreadCap,
    *,
    known: bool,
) -> Row:
    mine, opposite = scores
    spread, cap = share.spread, caps.for_round(round_)
    won = (share.half_points or 0) / 2
    by_scores = share.half_points == half_points(Outcome.PLAYED, spread)
    return (
        number,
        names[number],
        round_,
        names.get(other, ""),
        mine if known else None,
        opposite if known else None,
        Cell(spread, formula="E{row}-F{row}") if known else spread,
        cap,
        Cell(cap_spread(spread, cap), formula=COUNTED_SPREAD_FORMULA),
        Cell(won, formula="IF(G{row}>0,1,IF(G{row}=0,0.5,0))") if by_scores else won,
        Cell(1 - won, formula="1-J{row}"),
    )


COUNTED_SPREAD_FORMULA = 'IF(H{row}="",G{row},MAX(-H{row},MIN(H{row},G{row})))'
"""The workbook formula for the spread of a game after the cap of its round; without a cap, the full spread."""


def _award_row(
    number: int,
    names: dict[int, str],
    round_: int,
    reason: str,
    share: ResultValue,
    caps: SpreadCap,
) -> Row:
    cap = caps.for_round(round_)
    counted = Cell(cap_spread(share.spread, cap), formula=COUNTED_SPREAD_FORMULA)
    what = (number, names[number], round_, reason, None, None, share.spread, cap, counted)
    won = (share.half_points or 0) / 2
    return (*what, won, 1 - won)
