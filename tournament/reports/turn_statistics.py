"""Statistics of the turns in recorded games, as tables and pictures for a player, club, season or event."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.engine.turn_statistics import STEP, TurnStatistics, mean
from tournament.reports.pictures.bars import bar_picture
from tournament.reports.pictures.lines import Series, line_picture
from tournament.reports.report import (
    Chart,
    Column,
    Group,
    Kind,
    Picture,
    Report,
    Row,
    Section,
    Table,
)

KEY = "turn_statistics"
MAX_BINGOS = 60
EXTREME_LABELS = {
    "highest": _lazy("Highest score"),
    "lowest": _lazy("Lowest score"),
    "largest_win": _lazy("Largest win"),
    "largest_loss": _lazy("Largest loss"),
}
FIGURE_COLUMNS = (
    Column("figure", _lazy("Figure")),
    Column("number", _lazy("Number"), Kind.INTEGER),
    Column(
        "average",
        _lazy("Average"),
        Kind.AVERAGE,
        name=_lazy("Average per game, unless the row says otherwise"),
    ),
)


def sections_of(statistics: TurnStatistics) -> tuple[Section, ...]:
    """Return the tables and pictures of the statistics, or only an empty table with a message if there are no games."""
    if not statistics.sides:
        return (
            Table(
                "figures",
                FIGURE_COLUMNS,
                (),
                empty=_("No finished game has been recorded turn by turn."),
            ),
        )
    return (
        Table("figures", FIGURE_COLUMNS, (Group(tuple(_figures(statistics))),), title=_("Figures")),
        *_distribution(statistics),
        *_turn_averages(statistics),
        *_bingos(statistics),
        _boards(statistics),
    )


def statistics_report(
    statistics: TurnStatistics, title: str, slug: str, printed_at: datetime, subtitle: str = ""
) -> Report:
    """Return the report on games of several events; `slug` is for file names.

    The default subtitle is the number of games.
    """
    return Report(
        KEY,
        _("Turn statistics"),
        title,
        slug,
        printed_at,
        subtitle=subtitle or game_count_sentence(statistics),
        sections=sections_of(statistics),
    )


def game_count_sentence(statistics: TurnStatistics) -> str:
    """Return a string such as "12 recorded games"."""
    games = statistics.games
    return ngettext("{count} recorded game", "{count} recorded games", games).format(count=games)


def _figures(statistics: TurnStatistics) -> Iterator[Row]:
    """Yield each figure as (label, total, average).

    The total is None for an average, and the average is None for the number of games.
    """
    sides, totals = statistics.sides, statistics.totals

    def total_row(label: str, number: float) -> Row:
        return (label, int(number), number / sides)

    def average_row(label: str, value: float | None) -> Row:
        return (label, None, value)

    yield (_("Games, counted once for each player"), sides, None)
    yield total_row(_("Games won"), statistics.wins)
    yield average_row(_("Points per game"), totals["score"] / sides)
    yield average_row(_("Opponents’ points per game"), totals["opponent_score"] / sides)
    yield total_row(_("Turns"), statistics.turns)
    yield average_row(_("Points per turn"), statistics.turn_average)
    yield average_row(_("Points per play"), mean(statistics.plays))
    yield total_row(_("Bingos"), statistics.number_of_bingos)
    yield total_row(_("Triple-word squares"), totals["triple_words"])
    yield total_row(_("Double-word squares"), totals["double_words"])
    yield total_row(_("Double-doubles"), totals["double_doubles"])
    yield total_row(_("Nine-timers"), totals["nine_timers"])
    yield total_row(_("Exchanges"), totals["exchanges"])
    yield total_row(_("Phonies challenged off"), totals["phonies"])
    yield total_row(_("Challenges won"), totals["challenges_won"])
    yield total_row(_("Challenges lost"), totals["challenges_lost"])
    slips = (
        (_("Points above the correct scores"), True, True),
        (_("Points below the correct scores"), True, False),
        (_("Points missing from the opponents’ announced scores"), False, True),
        (_("Excess points in the opponents’ announced scores"), False, False),
    )
    for label, own, in_favour in slips:
        yield total_row(label, statistics.slips(own=own, in_favour=in_favour))
    yield average_row(_("First turn when going first"), mean(statistics.first_turns[True]))
    yield average_row(_("First turn when going second"), mean(statistics.first_turns[False]))
    yield average_row(_("Last three turns, average"), mean(statistics.last_turns))
    yield total_row(_("Games in which the player went out"), totals["went_out"])


def _distribution(statistics: TurnStatistics) -> tuple[Section, ...]:
    """Return the distribution of play scores, as bars and as a table; empty if there are no plays."""
    rows = statistics.distribution
    if not rows:
        return ()
    columns = (
        Column("from", _("From"), Kind.SCORE),
        Column("to", _("To"), Kind.SCORE),
        Column("plays", _("Plays"), Kind.INTEGER),
    )
    table = tuple((low, low + STEP - 1, number) for low, number in rows)
    picture = bar_picture(
        [(str(low), number) for low, number in rows],
        _("The bars show the number of plays in each range of ten points."),
        foot=_("points per play"),
    )
    return (
        Picture(
            picture,
            title=_("Plays by score"),
            key="distribution_picture",
            chart=Chart("from", ("plays",), bars=True),
        ),
        Table("distribution", columns, (Group(table),), title=_("Plays by score")),
    )


def _turn_averages(statistics: TurnStatistics) -> tuple[Section, ...]:
    """Return the average score of the first turn, the second turn and so on, as a line and as a table.

    The result is empty if there are no turns.
    """
    rows = statistics.by_turn
    if not rows:
        return ()
    columns = (
        Column("turn", _("Turn"), Kind.INTEGER),
        Column("points", _("Points"), Kind.AVERAGE, name=_("Average points")),
        Column("games", _("Games"), Kind.INTEGER),
    )
    picture = line_picture(
        [Series(_("points"), tuple(round(points) for _number, points, _games in rows))],
        _("The line shows the average points of a player’s first turn, second turn, and so on."),
        foot=_("turn"),
    )
    return (
        Picture(
            picture,
            title=_("Points turn by turn"),
            key="by_turn_picture",
            chart=Chart("turn", ("points",)),
        ),
        Table("by_turn", columns, (Group(tuple(rows)),), title=_("Points turn by turn")),
    )


def _bingos(statistics: TurnStatistics) -> tuple[Section, ...]:
    rows = statistics.bingos
    if not rows:
        return ()
    columns = (
        Column("word", _("Word")),
        Column("times", _("Times"), Kind.INTEGER),
        Column("best", _("Best"), Kind.SCORE, name=_("Best score")),
    )
    shown = tuple(rows[:MAX_BINGOS])
    title = _("Bingos")
    if len(rows) > len(shown):
        title = _("Bingos, {shown} of {count} words").format(shown=len(shown), count=len(rows))
    return (Table("bingos", columns, (Group(shown),), title=title),)


def _boards(statistics: TurnStatistics) -> Table:
    """Return the table of best and worst boards, with a group of rows for each kind."""
    columns = (
        Column("kind", _("Kind")),
        Column("name", _("Name")),
        Column("score", _("Score"), Kind.SCORE),
        Column("opponent", _("Opponent")),
        Column("opponent_score", _("Opponent's score"), Kind.SCORE),
        Column("day", _("Day"), Kind.DATE),
        Column("game", _("Game"), Kind.INTEGER, name=_("Game number")),
    )
    groups = [
        tuple(
            (
                str(EXTREME_LABELS[code]), side.name, side.score, side.opponent, side.opponent_score,
                date.fromisoformat(side.when), side.game,
            )
            for side in sides
        )
        for code, sides in statistics.extremes.items()
        if sides
    ]  # fmt: skip
    return Table(
        "boards", columns, tuple(Group(rows) for rows in groups), title=_("Best and worst boards")
    )
