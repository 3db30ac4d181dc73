"""Reports on one thing done in recorded games: how often everybody did it, and every single time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournament.engine.recorded import Turn
from tournament.models import Event
from tournament.reports.contests import Played, played
from tournament.reports.framing import report_on
from tournament.reports.report import Column, Group, Kind, Report, Row, Table
from tournament.reports.request import WhichPlay

WHERE = (
    Column("round", _lazy("Round"), Kind.INTEGER),
    Column("board", _lazy("Board"), Kind.INTEGER),
    Column("name", _lazy("Name")),
)


def not_recorded() -> str:
    """What is said where no game is recorded turn by turn."""
    return _("No game is recorded turn by turn.")


def recorded_turns(
    key: str,
    title: str,
    event: Event,
    options: WhichPlay,
    printed_at: datetime,
    *,
    counts: Sequence[tuple[Column, Callable[[Turn], bool]]],
    columns: tuple[Column, ...],
    cells: Callable[[Turn, str], Row],
    empty: str,
) -> Report:
    """Return a table of players with what each did how often, and a table of every time it was done.

    `counts` are the columns of the first table with what each counts; `cells` are those of the
    second behind round, board and name, given the turn and the opponent's name.
    """
    seen = played(event, options.division, options.audience)
    turns = seen.turns(event)
    wanted = [turn for turn in turns if any(counted(turn) for _, counted in counts)]
    rows: list[Row] = []
    for turn in wanted:
        section = seen.section(turn.division)
        where = (turn.round, turn.board, section.name(turn.number))
        rows.append(
            (
                *where,
                *cells(turn, section.name(turn.opponent)),
                *seen.in_division(turn.division),
            )
        )
    listed = Table(
        "rows",
        (*WHERE, *columns, *seen.division_column),
        (Group(tuple(rows)),) if rows else (),
        title=_("Every one of them"),
        empty=empty if turns else not_recorded(),
    )
    return report_on(
        key,
        title,
        event,
        seen.divisions,
        printed_at,
        round_number=seen.after,
        sections=(_players(seen, turns, counts), listed) if wanted else (listed,),
        notes=(_how_many(seen, turns), *seen.notes) if turns else seen.notes,
    )


def _players(
    seen: Played, turns: Sequence[Turn], counts: Sequence[tuple[Column, Callable[[Turn], bool]]]
) -> Table:
    """Who did it how often, the most first."""
    games: dict[tuple[str, int], set[tuple[int, int]]] = {}
    done: dict[tuple[str, int], list[int]] = {}
    for turn in turns:
        who = (turn.division, turn.number)
        games.setdefault(who, set()).add((turn.round, turn.opponent))
        sums = done.setdefault(who, [0] * len(counts))
        for at, (_column, counted) in enumerate(counts):
            sums[at] += counted(turn)
    rows: list[Row] = []
    for who, sums in sorted(done.items(), key=lambda item: (-sum(item[1]), item[0])):
        division, number = who
        played_games = len(games[who])
        rows.append(
            (
                seen.section(division).name(number),
                played_games,
                *sums,
                round(sum(sums) / played_games, 1),
                *seen.in_division(division),
            )
        )
    columns = (
        Column("name", _("Name")),
        Column("games", _("Games"), Kind.INTEGER, name=_("Games recorded")),
        *(column for column, _ in counts),
        Column("average", _("A game"), Kind.AVERAGE, name=_("On average a game")),
        *seen.division_column,
    )
    return Table("players", columns, (Group(tuple(rows)),), title=_("Who how often"))


def _how_many(seen: Played, turns: Sequence[Turn]) -> str:
    """How many of the games played are recorded."""
    recorded = len({(turn.division, turn.round, turn.board) for turn in turns})
    games = sum(len(section.games) for section in seen.sections)
    if games < recorded:
        sentence = ngettext(
            "From {recorded} game recorded turn by turn.",
            "From {recorded} games recorded turn by turn.",
            recorded,
        )
    else:
        sentence = ngettext(
            "From {recorded} game recorded turn by turn of {games} played.",
            "From {recorded} games recorded turn by turn of {games} played.",
            recorded,
        )
    return sentence.format(recorded=recorded, games=games)
