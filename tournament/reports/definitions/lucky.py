"""Who won and who lost by little, again and again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from scoring.wording.phrases import comma_list
from tournament.engine.prizes.contest import Section
from tournament.models import Event
from tournament.reports.contests import Played, played
from tournament.reports.definition import Definition
from tournament.reports.framing import report_on
from tournament.reports.report import Cell, Column, Emphasis, Group, Kind, Report, Row, Table
from tournament.reports.request import (
    CannotReport,
    audience_option,
    division_option,
    report_option,
)

GAMES = 3
SHOWN = 20
COLUMNS = (
    Column("rank", _lazy("Rank"), Kind.INTEGER),
    Column("name", _lazy("Name")),
    Column("total", _lazy("Together"), Kind.INTEGER, name=_lazy("Points together")),
    Column("margins", _lazy("By"), name=_lazy("By how much in each game")),
)


class Lucky(Definition):
    """Lucky: whose closest wins add up to least. Unlucky: whose closest losses do.

    Only who won, or lost, that many games is on a list. Forfeits are no games. Each list ends after
    so many players, equal ones together.
    """

    title = "Lucky and unlucky"
    group = "Best games"

    @dataclass(frozen=True, slots=True)
    class Options:
        """How many games."""

        division: str = division_option()
        count: int | None = report_option(
            f"How many of the closest games are added up; {GAMES} when not given.", None
        )
        players: int | None = report_option(
            f"How many players each list has; {SHOWN} when not given. Equal ones stay together.",
            None,
        )
        audience: str = audience_option()

    def build(self, event: Event, options: Options, printed_at: datetime) -> Report:
        """The two lists. Raises `CannotReport` for a number of games or of players that is none."""
        if options.count is not None and options.count < 1:
            raise CannotReport(
                _("How many games is a number from 1 up, not {games}.").format(games=options.count)
            )
        if options.players is not None and options.players < 1:
            raise CannotReport(
                _("How many players is a number from 1 up, not {players}.").format(
                    players=options.players
                )
            )
        seen = played(event, options.division, options.audience)
        most = options.players or SHOWN
        games = options.count or GAMES
        return report_on(
            "lucky",
            self.title,
            event,
            seen.divisions,
            printed_at,
            round_number=seen.after,
            sections=(
                _table(seen, "lucky", _("Lucky: the closest wins"), games, most, won=True),
                _table(seen, "unlucky", _("Unlucky: the closest losses"), games, most, won=False),
            ),
            notes=seen.notes,
        )


def _table(seen: Played, key: str, title: str, games: int, most: int, *, won: bool) -> Table:
    closest = sorted(
        (line for section in seen.sections for line in _lines(section, games, won=won)),
        key=lambda line: (sum(line[2]), line[1]),
    )
    rows = tuple(_ranked(seen, closest, most))
    return Table(
        key,
        (*COLUMNS, *seen.division_column),
        (Group(rows),) if rows else (),
        title=title,
        empty=_("Nobody has played {games} such games.").format(games=games),
    )


def _lines(section: Section, games: int, *, won: bool) -> Iterator[tuple[str, str, list[int]]]:
    """The division, the name and the closest margins of everybody who won, or lost, so many games."""
    margins: dict[int, list[int]] = {}
    for side in section.sides:
        if side.won if won else side.lost:
            margin = side.margin if won else -side.margin
            margins.setdefault(side.number, []).append(max(0, margin))
    for number, every_margin in margins.items():
        if len(every_margin) >= games:
            yield section.division, section.name(number), sorted(every_margin)[:games]


def _ranked(seen: Played, lines: Sequence[tuple[str, str, list[int]]], most: int) -> Iterator[Row]:
    """The rows of the first `most`, equal sums sharing the rank and staying together."""
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
            *seen.in_division(division),
        )
