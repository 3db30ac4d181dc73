"""The course of a division: how each round was played, in figures and as a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from statistics import mean

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.progress import Meeting
from tournament.engine.results import of_game
from tournament.models import Event
from tournament.queries.results.played import DivisionGames, division_games
from tournament.reports.definition import Definition
from tournament.reports.framing import held_back_note, part_of, report_on
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
from tournament.reports.request import WhichPlay, is_public, requested_divisions

COLUMNS = (
    Column("round", _lazy("Round"), Kind.INTEGER),
    Column("games", _lazy("Games"), Kind.INTEGER, name=_lazy("Games with scores")),
    Column("winning", _lazy("Winning"), Kind.AVERAGE, name=_lazy("Average winning score")),
    Column("losing", _lazy("Losing"), Kind.AVERAGE, name=_lazy("Average losing score")),
    Column("margin", _lazy("Margin"), Kind.AVERAGE, name=_lazy("Average margin")),
    Column("closest", _lazy("Closest"), Kind.INTEGER, name=_lazy("Smallest margin")),
    Column("widest", _lazy("Widest"), Kind.INTEGER, name=_lazy("Largest margin")),
    Column("highest", _lazy("Highest"), Kind.SCORE, name=_lazy("Highest score")),
    Column("first", _lazy("First won"), Kind.RECORD, name=_lazy("Wins of those who went first")),
)


class RoundByRound(Definition):
    """The course of a division: games, average scores, margins, the highest score of each round.

    The picture shows the average winning and losing score from round to round. A tie is half a win
    of who went first; byes, forfeits and results of which only the spread is known do not count.
    """

    title = "Round by round"
    group = "Standings and records"

    Options = WhichPlay

    def build(self, event: Event, options: WhichPlay, printed_at: datetime) -> Report:
        """A picture and a table for each division. Raises `CannotReport` for an unknown division."""
        divisions = requested_divisions(event, options.division)
        public = is_public(options.audience)
        plays = [division_games(division, public=public) for division in divisions]
        sections = [part for play in plays for part in _sections(play, single=len(plays) == 1)]
        return report_on(
            "round_by_round",
            self.title,
            event,
            divisions,
            printed_at,
            sections=tuple(sections),
            notes=held_back_note(any(play.held_back for play in plays)),
        )


def _sections(play: DivisionGames, *, single: bool) -> list[Section]:
    games: dict[int, list[Meeting]] = {}
    for meeting in play.meetings:
        if meeting.has_scores:
            games.setdefault(meeting.round, []).append(meeting)
    rounds = sorted(games)
    rows = tuple(_row(number, games[number]) for number in rounds)
    table = Table("rows", COLUMNS, (Group(rows),) if rows else (), empty=_("No score is in yet."))
    table = part_of(table, play.division, single=single)
    if not rows:
        return [table]
    rounds_played = [games.get(number, []) for number in range(rounds[0], rounds[-1] + 1)]
    lines = [
        Series(
            _("Winning score"), tuple(_rounded(_scores(played, max)) for played in rounds_played)
        ),
        Series(
            _("Losing score"), tuple(_rounded(_scores(played, min)) for played in rounds_played)
        ),
    ]
    drawing = line_picture(
        lines,
        _(
            "The average winning and losing score of each round as two lines; the figures are in "
            "the table."
        ),
        foot=_("Round"),
        from_round=rounds[0],
        nought=False,
    )
    chart = Chart("round", ("winning", "losing"))
    return [Picture(drawing, title=table.shown_title, chart=chart), table]


def _row(number: int, games: Sequence[Meeting]) -> Row:
    winning, losing = _scores(games, max), _scores(games, min)
    margins = [high - low for high, low in zip(winning, losing, strict=True)]
    halves = [
        of_game(game.outcome, game.first_score, game.second_score)[1]
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


def _scores(games: Sequence[Meeting], which: Callable[[int, int], int]) -> list[int]:
    """The higher or the lower score of each game."""
    return [which(game.first_score, game.second_score) for game in games]


def _rounded(scores: Sequence[int]) -> int | None:
    return round(mean(scores)) if scores else None
