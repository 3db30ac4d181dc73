"""Ranks, spreads or scores of a division from round to round, as a chart and a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.progress import Meeting
from tournament.engine.results import game_value
from tournament.models import Division
from tournament.queries.results.division_games import DivisionGames
from tournament.queries.standings.standings import (
    DivisionStandings,
    division_standings,
    standings_by_round,
)
from tournament.reports.definition import Variant
from tournament.reports.per_division import DivisionDefinition
from tournament.reports.pictures.lines import Series, line_picture
from tournament.reports.report import Chart, Column, Group, Kind, Picture, Row, Section, Table
from tournament.reports.report_options import (
    CannotReport,
    audience_option,
    division_option,
    is_public,
    report_option,
)

MAX_PLAYERS = 40
DEFAULT_TOP = 10
SCORE_COLUMNS = (
    Column("round", _lazy("Round"), Kind.INTEGER),
    Column("games", _lazy("Games"), Kind.INTEGER, name=_lazy("Games with scores")),
    Column("winning", _lazy("Winning"), Kind.AVERAGE, name=_lazy("Average winning score")),
    Column("losing", _lazy("Losing"), Kind.AVERAGE, name=_lazy("Average losing score")),
    Column("margin", _lazy("Margin"), Kind.AVERAGE, name=_lazy("Average margin")),
    Column("closest", _lazy("Closest"), Kind.INTEGER, name=_lazy("Smallest margin")),
    Column("widest", _lazy("Widest"), Kind.INTEGER, name=_lazy("Largest margin")),
    Column("highest", _lazy("Highest"), Kind.SCORE, name=_lazy("Highest score")),
    Column("first", _lazy("First won"), Kind.RECORD, name=_lazy("Wins by players who went first")),
)


@dataclass(frozen=True)
class RoundFigure(Variant):
    """A figure from round to round."""

    sections: Callable[[Any, bool, int], list[Section]]
    """The function that returns the chart and the table.

    Its arguments are the data of a division, whether the report is public, and the number of highlighted players.
    """


def _ranks(final: DivisionStandings, public: bool, top: int) -> list[Section]:
    rounds = standings_by_round(final.division, public=public)
    ranks = [{line.number: line.rank for line in table.lines} for table in rounds]
    lines = [
        (row.person.number, row.person.name, tuple(places[row.person.number] for places in ranks))
        for row in (final.rows if rounds else ())
    ]
    rows: list[Row] = [
        (row.line.rank, *line[:2], *line[2]) for row, line in zip(final.rows, lines, strict=False)
    ]
    rank = Column("rank", _("Rank"), Kind.INTEGER)
    table = _players_table((rank,), [table.after for table in rounds], Kind.INTEGER, rows)
    if not rows:
        return [table]
    shown = [Series(f"{row[0]}  {row[2]}", line[2]) for row, line in zip(rows, lines, strict=True)]
    drawing = line_picture(
        shown[:top],
        _(
            "The ranks of the top {count} after each round, the others in grey; the figures are "
            "in the table."
        ).format(count=len(shown[:top])),
        foot=_("Round"),
        from_round=rounds[0].after,
        lowest=max(2, *(max(places.values(), default=2) for places in ranks)),
        behind=[line[2] for line in lines[top:]],
    )
    keys = tuple(column.key for column in table.columns[3:])
    chart = Chart("name", keys, of_rows=len(shown[:top]), ranks=True)
    return [Picture(drawing, chart=chart), table]


def _spreads(play: DivisionGames, public: bool, top: int) -> list[Section]:
    ranked = division_standings(play.division, public=public).table.order
    rounds = [number for number in play.rounds if number <= play.last_round_with_result]
    lines = [(number, play.name(number), _spread_after(play, number, rounds)) for number in ranked]
    rows: list[Row] = [(*line[:2], *line[2]) for line in lines] if rounds else []
    table = _players_table((), rounds, Kind.SPREAD, rows)
    if not rows:
        return [table]
    shown = [Series(name, spreads) for _number, name, spreads in lines[:top]]
    description = _(
        "The spread of the top {count} after each round; the figures are in the table."
    ).format(count=len(shown))
    drawing = line_picture(shown, description, foot=_("Round"), from_round=rounds[0], signs=True)
    keys = tuple(column.key for column in table.columns[2:])
    return [Picture(drawing, chart=Chart("name", keys, of_rows=len(shown))), table]


def _spread_after(
    play: DivisionGames, number: int, rounds: Sequence[int]
) -> tuple[int | None, ...]:
    """Return the spread after each round; None before the entry's first round."""
    steps = [step for step in play.steps[number] if step.outcome is not None]
    spreads: list[int | None] = []
    for round_ in rounds:
        earlier = [step for step in steps if step.round <= round_]
        spreads.append(earlier[-1].total_spread if earlier else None)
    return tuple(spreads)


def _players_table(
    lead: tuple[Column, ...], rounds: Iterable[int], kind: Kind, rows: Sequence[Row]
) -> Table:
    """Return the table of all players, with a column for each round."""
    columns = (
        *lead,
        Column("number", _("No."), Kind.INTEGER, name=_("Number")),
        Column("name", _("Name"), width=18),
        *(
            Column(
                f"round_{number}",
                _("R{number}").format(number=number),
                kind,
                name=_("Round {number}").format(number=number),
            )
            for number in rounds
        ),
    )
    return Table(
        "rows",
        columns,
        (Group(tuple(rows)),),
        empty=_("There are no results yet."),
        repeat=len(lead) + 2,
    )


def _scores(play: DivisionGames, public: bool, top: int) -> list[Section]:  # noqa: ARG001 - as each
    games: dict[int, list[Meeting]] = {}
    for meeting in play.meetings:
        if meeting.has_scores:
            games.setdefault(meeting.round, []).append(meeting)
    rounds = sorted(games)
    rows = tuple(_score_row(number, games[number]) for number in rounds)
    table = Table("rows", SCORE_COLUMNS, (Group(rows),), empty=_("There are no scores yet."))
    if not rows:
        return [table]
    played = [games.get(number, []) for number in range(rounds[0], rounds[-1] + 1)]
    drawing = line_picture(
        [
            Series(_("Winning score"), tuple(_average(_scores_of_games(of, max)) for of in played)),
            Series(_("Losing score"), tuple(_average(_scores_of_games(of, min)) for of in played)),
        ],
        _(
            "The average winning and losing score of each round as two lines; the figures are in "
            "the table."
        ),
        foot=_("Round"),
        from_round=rounds[0],
        nought=False,
    )
    return [Picture(drawing, chart=Chart("round", ("winning", "losing"))), table]


def _score_row(number: int, games: Sequence[Meeting]) -> Row:
    winning, losing = _scores_of_games(games, max), _scores_of_games(games, min)
    margins = [high - low for high, low in zip(winning, losing, strict=True)]
    halves = [
        game_value(game.outcome, game.first_score, game.second_score)[1]
        for game in games
        if game.outcome is not None
    ]
    return (
        number,
        len(games),
        round(mean(winning), 1),
        round(mean(losing), 1),
        round(mean(margins), 1),
        min(margins),
        max(margins),
        max(winning),
        sum(halves) / 2,
    )


def _scores_of_games(games: Sequence[Meeting], which: Callable[[int, int], int]) -> list[int]:
    """Return the higher score of each game if `which` is `max`, or the lower one if it is `min`."""
    return [which(game.first_score, game.second_score) for game in games]


def _average(scores: Sequence[int]) -> int | None:
    return round(mean(scores)) if scores else None


FIGURES = {
    "rank": RoundFigure(
        "rank_by_round",
        "Rank by round",
        "The rank of every player after each round, and a chart of the leaders’ ranks.\n\n"
        "The chart shows the chosen number of leaders; the table shows all players.",
        _ranks,
    ),
    "spread": RoundFigure(
        "spread_by_round",
        "Spread by round",
        "The spread of every player after each round, and a chart of the leaders’ spreads.\n\n"
        "The spread is shown without caps. If the event caps it, the standings show the spread "
        "that counts.",
        _spreads,
    ),
    "scores": RoundFigure(
        "round_by_round",
        "Round by round",
        "Each round of a division: games, average scores, margins and the highest score.\n\n"
        "The chart shows the average winning and losing score of each round. A tie counts as half "
        "a win for the player who went first. Byes, forfeits and results of which only the "
        "spread is known do not count.",
        _scores,
        without=("top",),
    ),
}


class ByRound(DivisionDefinition):
    """Ranks, spreads or scores of a division after each round, as a chart and a table."""

    title = "By round"
    group = "Standings and records"
    chooses = "figure"
    variants = FIGURES

    @dataclass(frozen=True, slots=True)
    class Options:
        """The figure to show, and the highlighted players."""

        figure: str = report_option(
            "The figure to show: `rank`, `spread` or `scores`.",
            "rank",
            choices=[(value, figure.title) for value, figure in FIGURES.items()],
        )
        division: str = division_option()
        top: int | None = report_option(
            "The number of players shown in colour and by name in the chart of ranks or spreads. "
            f"Default: {DEFAULT_TOP}.",
            None,
        )
        audience: str = audience_option()

    def gather(self, division: Division, options: Options, *, public: bool) -> Any:
        """Return the standings of a division for ranks, or its games for other figures."""
        if options.figure == "rank":
            return division_standings(division, public=public)
        return super().gather(division, options, public=public)

    def tables(self, play: Any, options: Options) -> list[Section]:
        """Return the chart and the table."""
        top = DEFAULT_TOP if options.top is None else options.top
        return FIGURES[options.figure].sections(play, is_public(options.audience), top)

    def extra_fields(self, plays: Sequence[Any], options: Options) -> dict[str, Any]:
        """Return the orientation: landscape, except for the figure `scores`.

        Raise `CannotReport` if `top` is out of range.
        """
        if options.top is not None and not 1 <= options.top <= MAX_PLAYERS:
            raise CannotReport(
                _("The chart can show 1 to {most} players, not {top}.").format(
                    most=MAX_PLAYERS, top=options.top
                )
            )
        return {"landscape": options.figure != "scores"}
