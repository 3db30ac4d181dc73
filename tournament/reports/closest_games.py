"""Lists of the players whose closest wins or losses have the smallest total margin."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import comma_list
from tournament.engine.prizes.contest import ContestDivision
from tournament.models import Event
from tournament.reports.contests import DivisionContest
from tournament.reports.definition import Variant
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Row, Table
from tournament.reports.report_options import CannotReport

DEFAULT_GAME_COUNT = 3
DEFAULT_PLAYER_COUNT = 20
COLUMNS = (
    Column("rank", _lazy("Rank"), Kind.INTEGER),
    Column("name", _lazy("Name")),
    Column("total", _lazy("Combined"), Kind.INTEGER, name=_lazy("Combined points")),
    Column("margins", _lazy("By"), name=_lazy("Margin of each game")),
)


@dataclass(frozen=True)
class ClosestGames(Variant):
    """The players whose closest wins, or closest losses, have the smallest total margin."""

    needs_plays: bool = False

    def content(self, seen: DivisionContest, event: Event, options: Any) -> dict[str, Any]:
        """Return the lists of the closest wins and losses.

        Raise `CannotReport` if fewer than one game or player is requested.
        """
        del event
        if options.count is not None and options.count < 1:
            raise CannotReport(
                _("The number of games must be 1 or more, not {games}.").format(games=options.count)
            )
        if options.players is not None and options.players < 1:
            raise CannotReport(
                _("The number of players must be 1 or more, not {players}.").format(
                    players=options.players
                )
            )
        most = options.players or DEFAULT_PLAYER_COUNT
        games = options.count or DEFAULT_GAME_COUNT
        tables = (
            _table(seen, "lucky", _("Lucky: the closest wins"), games, most, won=True),
            _table(seen, "unlucky", _("Unlucky: the closest losses"), games, most, won=False),
        )
        return {"sections": tables}


def _table(
    seen: DivisionContest, key: str, title: str, games: int, most: int, *, won: bool
) -> Table:
    closest = sorted(
        (line for section in seen.sections for line in _lines(section, games, won=won)),
        key=lambda line: (sum(line[2]), line[1]),
    )
    rows = tuple(_ranked_rows(seen, closest, most))
    return Table(
        key,
        (*COLUMNS, *seen.division_column),
        (Group(rows),),
        title=title,
        empty=_("No player has enough games for this list; the minimum is {games}.").format(
            games=games
        ),
    )


def _lines(
    section: ContestDivision, games: int, *, won: bool
) -> Iterator[tuple[str, str, list[int]]]:
    """Yield (division, name, smallest margins) for each player with at least `games` wins, or losses unless `won`."""
    margins: dict[int, list[int]] = {}
    for side in section.sides:
        if side.won if won else side.lost:
            margin = side.margin if won else -side.margin
            margins.setdefault(side.number, []).append(max(0, margin))
    for number, every_margin in margins.items():
        if len(every_margin) >= games:
            yield section.division, section.name(number), sorted(every_margin)[:games]


def _ranked_rows(
    seen: DivisionContest, lines: Sequence[tuple[str, str, list[int]]], most: int
) -> Iterator[Row]:
    """Yield the rows of the first `most` ranks. Equal totals share a rank and stay together."""
    totals = [sum(margins) for _, _, margins in lines]
    for division, name, margins in lines:
        total = sum(margins)
        rank = totals.index(total) + 1
        if rank > most:
            return
        yield (
            rank,
            name,
            Cell(total, Emphasis.STRONG),
            comma_list(margins),
            *seen.division_cells(division),
        )


CLOSEST_GAMES = ClosestGames(
    "lucky",
    "Lucky and unlucky",
    "Lucky players have the smallest total margin over a set number of closest wins, unlucky "
    "players over the same number of closest losses.\n\nOnly players with at least that many wins "
    "or losses are listed. Forfeits do not count. The length of each list is limited, but equal players stay together.",
)
