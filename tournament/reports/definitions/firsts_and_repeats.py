"""Starts of all players, and pairs of players who met more than once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.engine.progress import Meeting
from tournament.engine.results import Outcome, is_bye
from tournament.engine.starts import Starts, starts_of
from tournament.queries.results.division_games import DivisionGames
from tournament.queries.standings.standings import results_of
from tournament.reports.per_division import DivisionDefinition
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Row, Table
from tournament.reports.report_options import ResultsOptions

FIRSTS_COLUMNS = (
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("name", _lazy("Name")),
    Column("firsts", _lazy("Firsts"), Kind.INTEGER),
    Column("seconds", _lazy("Seconds"), Kind.INTEGER),
    Column("difference", _lazy("Difference"), Kind.SPREAD),
    Column("byes", _lazy("Byes"), Kind.INTEGER),
    Column("order", _lazy("Round by round"), width=24),
)
REPEAT_COLUMNS = (
    Column("one", _lazy("Player")),
    Column("other", _lazy("Met")),
    Column("times", _lazy("Times"), Kind.INTEGER),
    Column("rounds", _lazy("Rounds")),
)


class FirstsAndRepeats(DivisionDefinition):
    """The number of firsts, seconds and byes of each player, and the players who met more than once.

    Rounds count once they are published. Byes and forfeits count as starts if the event's rules say so.
    """

    title = "Firsts and repeats"
    group = "Standings and records"

    def tables(self, play: DivisionGames, options: ResultsOptions) -> tuple[Table, ...]:
        """Return the table of starts and the table of repeats."""
        return _starts_table(play), _repeats_table(play)

    def extra_fields(
        self, plays: Sequence[DivisionGames], options: ResultsOptions
    ) -> dict[str, Any]:
        """Return notes on the notation of starts and on the number of games without known starts."""
        written = _(
            "1 means “went first”, 2 means “went second”. A difference of more than one is marked."
        )
        return {"notes": (written, *_unknown_starts_notes(plays))}


def _unknown_starts_notes(plays: Sequence[DivisionGames]) -> Iterator[str]:
    number = sum(not meeting.firsts_known for play in plays for meeting in play.meetings)
    if number:
        yield ngettext(
            "The file did not say who went first in {count} game; it counts for neither player.",
            "The file did not say who went first in {count} games; they count for neither player.",
            number,
        ).format(count=number)


def _starts_table(play: DivisionGames) -> Table:
    starts = _starts(play)
    byes: dict[int, int] = defaultdict(int)
    for meeting in play.meetings:
        if is_bye(meeting.outcome):
            byes[meeting.first] += 1
    rows: list[Row] = []
    for person in play.people:
        own = starts[person.number]
        gap = own.firsts - own.seconds
        rows.append(
            (
                person.number,
                person.name,
                own.firsts,
                own.seconds,
                Cell(gap, Emphasis.DIFFERENCE) if abs(gap) > 1 else gap,
                byes[person.number],
                " ".join("1" if first else "2" for _, first in own.history),
            )
        )
    return Table(
        "firsts",
        FIRSTS_COLUMNS,
        (Group(tuple(rows)),),
        title=_("Firsts"),
        empty=_("No players yet."),
    )


def _starts(play: DivisionGames) -> dict[int, Starts]:
    results = [result for result in results_of(play.division) if result.round in play.phases]
    known = {(result.round, result.first) for result in results}
    arranged = [
        (meeting.round, meeting.first, meeting.second)
        for meeting in play.meetings
        if meeting.second and (meeting.round, meeting.first) not in known
    ]
    rules = play.division.start_rules
    return starts_of(play.by_number, results, rules, arranged)


def _repeats_table(play: DivisionGames) -> Table:
    met: dict[tuple[int, int], list[Meeting]] = defaultdict(list)
    for meeting in play.meetings:
        if meeting.second and meeting.outcome != Outcome.VOID:
            pair = sorted((meeting.first, meeting.second))
            met[pair[0], pair[1]].append(meeting)
    rows = tuple(
        (
            f"{one} {play.name(one)}",
            f"{other} {play.name(other)}",
            len(meetings),
            ", ".join(str(meeting.round) for meeting in meetings),
        )
        for (one, other), meetings in sorted(met.items())
        if len(meetings) > 1
    )
    return Table(
        "repeats",
        REPEAT_COLUMNS,
        (Group(rows),),
        title=_("Repeats"),
        empty=_("No two players met twice."),
    )
