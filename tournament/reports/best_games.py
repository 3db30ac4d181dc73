"""Lists of the best games and plays of an event: ranked by one figure, equal figures sharing the rank."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.engine.prizes.contest import Section, Side
from tournament.models import Event
from tournament.reports.contests import played
from tournament.reports.framing import report_on
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Report, Row, Table
from tournament.reports.request import CannotReport, audience_option, division_option, report_option

SHOWN = 20
WHERE = (
    Column("round", _lazy("Round"), Kind.INTEGER),
    Column("board", _lazy("Board"), Kind.INTEGER),
)
GAME = (
    Column("name", _lazy("Name")),
    Column("result", _lazy("Result")),
    Column("opponent_score", _lazy("Theirs"), Kind.SCORE, name=_lazy("Opponent’s score")),
    Column("opponent", _lazy("Against")),
    Column("spread", _lazy("Spread"), Kind.SPREAD),
    *WHERE,
)
OF_ONE_RESULT = tuple(
    replace(column, data_only=True) if column.key == "result" else column for column in GAME
)
"""The same where all are wins, or all losses: on paper the title says it, and names have the room."""


@dataclass(frozen=True, slots=True)
class HowMany:
    """Which of them."""

    division: str = division_option()
    count: int | None = report_option(
        f"How many; {SHOWN} when not given. Equal ones stay together.", None
    )
    audience: str = audience_option()


@dataclass(frozen=True, slots=True)
class Best:
    """One row: the figure it is ranked by (the greatest first), and the cells behind the rank."""

    figure: int
    cells: Row


def best_list(
    key: str,
    title: str,
    event: Event,
    options: HowMany,
    printed_at: datetime,
    columns: tuple[Column, ...],
    find: Callable[[Section], Iterable[Best]],
    *,
    empty: str = "",
    plays: bool = False,
    notes: tuple[str, ...] = (),
) -> Report:
    """Return the list as a report, the rank in front; the division behind where there are several.

    Without `empty` the table says that no game is played yet where it is empty.
    Raises `CannotReport` for a count that is none.
    """
    if options.count is not None and options.count < 1:
        raise CannotReport(
            _("How many is a number from 1 up, not {count}.").format(count=options.count)
        )
    seen = played(event, options.division, options.audience, plays=plays)
    candidates = [(best, section.division) for section in seen.sections for best in find(section)]
    rows = tuple(
        (rank, *best.cells, *seen.in_division(division))
        for rank, best, division in _ranked(candidates, options.count or SHOWN)
    )
    table = Table(
        "rows",
        (Column("rank", _("Rank"), Kind.INTEGER), *columns, *seen.division_column),
        (Group(rows),) if rows else (),
        empty=empty or _("No game is played yet."),
    )
    return report_on(
        key,
        title,
        event,
        seen.divisions,
        printed_at,
        round_number=seen.after,
        sections=(table,),
        notes=(*notes, *seen.notes),
    )


def scores(section: Section, wanted: Callable[[Side], bool]) -> Iterator[Best]:
    """The games of a division ranked by the score of the side wanted; scores must be known."""
    for side in section.sides:
        if side.score is not None and wanted(side):
            yield Best(
                side.score,
                (
                    Cell(side.score, Emphasis.STRONG),
                    section.name(side.number),
                    result_of(side),
                    side.opponent_score,
                    section.name(side.opponent),
                    side.margin,
                    side.round,
                    side.board,
                ),
            )


def result_of(side: Side) -> str:
    """Won, lost or tied."""
    return _("won") if side.won else _("lost") if side.lost else _("tied")


def _ranked(candidates: Iterable[tuple[Best, str]], count: int) -> Iterator[tuple[int, Best, str]]:
    """The first `count` with their ranks, and whoever is level with the last of them."""
    rank = 0
    before: int | None = None
    for place, (best, division) in enumerate(
        sorted(candidates, key=lambda e: -e[0].figure), start=1
    ):
        if best.figure != before:
            if place > count:
                return
            rank, before = place, best.figure
        yield rank, best, division
