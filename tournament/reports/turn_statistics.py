"""What the turns of recorded games tell, as tables and pictures: of a player, a club, a season, an event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.engine.turn_statistics import STEP, GameSide, TurnStatistics, best_and_worst, mean
from tournament.reports.pictures.bars import bar_picture
from tournament.reports.pictures.lines import Series, line_picture
from tournament.reports.report import Column, Group, Kind, Picture, Report, Row, Section, Table

KEY = "turn_statistics"
MOST_BINGOS = 60
KINDS = {
    "highest": _lazy("Highest score"),
    "lowest": _lazy("Lowest score"),
    "largest_win": _lazy("Largest win"),
    "largest_loss": _lazy("Largest loss"),
}
FIGURES = (
    Column("figure", _lazy("Figure")),
    Column("number", _lazy("Number"), Kind.AVERAGE),
    Column("average", _lazy("A game"), Kind.AVERAGE, name=_lazy("On average a game")),
)


def sections_of(sides: Sequence[GameSide]) -> tuple[Section, ...]:
    """The tables and pictures of what these sides tell; one sentence where there is none."""
    if not sides:
        return (
            Table("figures", FIGURES, (), empty=_("No finished game is recorded turn by turn.")),
        )
    statistics = TurnStatistics(tuple(sides))
    return (
        Table("figures", FIGURES, (Group(tuple(_figures(statistics))),), title=_("Figures")),
        *_distribution(statistics),
        *_by_turn(statistics),
        *_bingos(statistics),
        _boards(sides),
    )


def statistics_report(
    sides: Sequence[GameSide], title: str, slug: str, printed_at: datetime, subtitle: str = ""
) -> Report:
    """The report on sides that belong to no one event; `slug` is for file names."""
    return Report(
        KEY,
        _("What the turns tell"),
        title,
        slug,
        printed_at,
        subtitle=subtitle or how_many(sides),
        sections=sections_of(sides),
    )


def how_many(sides: Sequence[GameSide]) -> str:
    """From how many games the figures are."""
    games = len({side.game for side in sides})
    return ngettext("{count} recorded game", "{count} recorded games", games).format(count=games)


def _figures(statistics: TurnStatistics) -> Iterator[Row]:
    """Every figure: what, the number, and a game where that says something."""
    games = len(statistics.sides)

    def often(label: str, number: float) -> Row:
        return (label, float(number), number / games)

    def average(label: str, value: float | None) -> Row:
        return (label, value, None)

    yield (_("Games, once for each player"), float(games), None)
    yield often(_("Games won"), statistics.wins)
    yield average(_("Points a game"), mean(side.score for side in statistics.sides))
    yield average(
        _("Points of the opponents a game"), mean(s.opponent_score for s in statistics.sides)
    )
    yield often(_("Turns"), len(statistics.turns))
    yield average(_("Points a turn"), statistics.turn_average)
    yield average(_("Points a play"), mean(turn.score for turn in statistics.plays))
    yield often(_("Bingos"), statistics.count(lambda turn: turn.is_bingo))
    yield often(_("Triple-word squares"), statistics.count(lambda turn: turn.triple_words))
    yield often(_("Double-word squares"), statistics.count(lambda turn: turn.double_words))
    yield often(_("Double-doubles"), statistics.count(lambda turn: turn.is_double_double))
    yield often(_("Nine-timers"), statistics.count(lambda turn: turn.is_nine_timer))
    yield often(_("Exchanges"), statistics.count(lambda turn: turn.is_exchange))
    yield often(_("Phonies challenged off"), statistics.count(lambda turn: turn.is_phony))
    yield often(_("Challenges won"), sum(side.challenges_won for side in statistics.sides))
    yield often(_("Challenges lost"), sum(side.challenges_lost for side in statistics.sides))
    slips = (
        (_("Points announced too many"), True, True),
        (_("Points announced too few"), True, False),
        (_("Points the opponents announced too few"), False, True),
        (_("Points the opponents announced too many"), False, False),
    )
    for label, own, in_favour in slips:
        yield often(label, statistics.slips(own=own, in_favour=in_favour))
    began = [side for side in statistics.sides if side.began]
    yield average(_("First turn when beginning"), mean(s.turns[0].score for s in began if s.turns))
    later = [side for side in statistics.sides if not side.began]
    yield average(_("First turn when second"), mean(s.turns[0].score for s in later if s.turns))
    yield average(
        _("Last three turns, each"),
        mean(turn.score for side in statistics.sides for turn in side.turns[-3:]),
    )
    yield often(_("Games gone out first"), sum(side.went_out for side in statistics.sides))


def _distribution(statistics: TurnStatistics) -> tuple[Section, ...]:
    """How many plays scored how much, as bars and as a table."""
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
        _("Bars: how many plays scored from each ten points on."),
        foot=_("points a play"),
    )
    return (
        Picture(picture, title=_("Plays by their points"), key="distribution_picture"),
        Table("distribution", columns, (Group(table),), title=_("Plays by their points")),
    )


def _by_turn(statistics: TurnStatistics) -> tuple[Section, ...]:
    """The average of each turn of a game, from the opening to the end."""
    rows = statistics.by_turn
    if not rows:
        return ()
    columns = (
        Column("turn", _("Turn"), Kind.INTEGER),
        Column("points", _("Points"), Kind.AVERAGE, name=_("Points on average")),
        Column("games", _("Games"), Kind.INTEGER),
    )
    picture = line_picture(
        [Series(_("points"), tuple(round(points) for _number, points, _games in rows))],
        _("A line: the average points of a player's first turn, the second, and so on."),
        foot=_("turn"),
    )
    return (
        Picture(picture, title=_("Points turn by turn"), key="by_turn_picture"),
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
    shown = tuple(rows[:MOST_BINGOS])
    title = _("Bingos")
    if len(rows) > len(shown):
        title = _("Bingos, {shown} of {count} words").format(shown=len(shown), count=len(rows))
    return (Table("bingos", columns, (Group(shown),), title=title),)


def _boards(sides: Sequence[GameSide]) -> Table:
    """The best and worst boards, a group of rows for each kind."""
    columns = (
        Column("kind", _("Kind")),
        Column("name", _("Name")),
        Column("score", _("Score"), Kind.SCORE),
        Column("opponent", _("Opponent")),
        Column("opponent_score", _("Opponent's score"), Kind.SCORE),
        Column("day", _("Day")),
        Column("game", _("Game"), Kind.INTEGER, name=_("Number of the game")),
    )
    groups: dict[str, list[Row]] = {}
    for code, side in best_and_worst(sides):
        groups.setdefault(code, []).append(
            (
                str(KINDS[code]), side.name, side.score, side.opponent, side.opponent_score,
                side.when, side.game,
            )
        )  # fmt: skip
    return Table(
        "boards",
        columns,
        tuple(Group(tuple(rows)) for rows in groups.values()),
        title=_("Best and worst boards"),
    )
