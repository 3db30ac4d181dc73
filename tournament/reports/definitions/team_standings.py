"""The standings of teams, from the results of their players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournament.queries.results.division_games import division_games
from tournament.queries.standings.standings import DivisionStandings
from tournament.queries.standings.standings import StandingsRow as Ranked
from tournament.reports.per_division import StandingsDefinition
from tournament.reports.report import Column, Group, Kind, Row, Section, Table
from tournament.reports.report_options import StandingsOptions
from tournament.reports.ties import RECORD_COLUMNS

TEAM_COLUMNS = (
    Column("rank", _lazy("Rank"), Kind.INTEGER),
    Column("team", _lazy("Team")),
    Column("players", _lazy("Players"), Kind.INTEGER),
    Column("games", _lazy("Games"), Kind.INTEGER),
    *RECORD_COLUMNS,
    Column("spread", _lazy("Spread"), Kind.SPREAD),
)
PLAYER_COLUMNS = (
    Column("division", _lazy("Division")),
    Column("rank", _lazy("Rank"), Kind.INTEGER, name=_lazy("Rank in the division")),
    Column("number", _lazy("No."), Kind.INTEGER, name=_lazy("Number")),
    Column("name", _lazy("Name")),
    *RECORD_COLUMNS,
    Column("spread", _lazy("Spread"), Kind.SPREAD),
)
Member = tuple[str, Ranked]


class TeamStandings(StandingsDefinition):
    """The teams in order of their players' total wins, then of spread, followed by the players of each team.

    Players of a team in several divisions count together. Byes and forfeits count as in the standings.
    """

    title = "Team standings"
    group = "Standings and records"

    def sections(
        self, standings: Sequence[DivisionStandings], options: StandingsOptions
    ) -> tuple[Section, ...]:
        """Return the teams and their players."""
        teams: dict[str, list[Member]] = defaultdict(list)
        for table in standings:
            people = division_games(table.division).by_number
            for row in table.rows:
                if team := people[row.person.number].team:
                    teams[team].append((table.division.name, row))
        return _tables(teams)


def _tables(teams: dict[str, list[Member]]) -> tuple[Table, ...]:
    order = sorted(teams, key=lambda team: (*_rank_key(teams[team]), team.casefold()))
    rows: list[Row] = []
    for _wins_and_spread, level in groupby(order, key=lambda team: _rank_key(teams[team])):
        rank = len(rows) + 1
        rows += [_team_row(rank, team, teams[team]) for team in level]
    groups = tuple(Group(tuple(map(_player_row, teams[team])), title=team) for team in order)
    table = Table(
        "teams",
        TEAM_COLUMNS,
        (Group(tuple(rows)),),
        empty=_("No players have been put into teams."),
    )
    if not rows:
        return (table,)
    return (
        table,
        Table("players", PLAYER_COLUMNS, groups, title=_("Players"), group_head=_("Team")),
    )


def _rank_key(members: list[Member]) -> tuple[int, int]:
    lines = [row.line for _, row in members]
    return -sum(line.half_wins for line in lines), -sum(line.spread for line in lines)


def _team_row(rank: int, team: str, members: list[Member]) -> Row:
    lines = [row.line for _, row in members]
    return (
        rank,
        team,
        len(members),
        sum(line.games for line in lines),
        sum(line.half_wins for line in lines) / 2,
        sum(line.half_losses for line in lines) / 2,
        sum(line.ties for line in lines),
        sum(line.spread for line in lines),
    )


def _player_row(member: Member) -> Row:
    division, row = member
    line = row.line
    return (
        division,
        line.rank,
        row.person.number,
        row.person.name,
        line.half_wins / 2,
        line.half_losses / 2,
        line.ties,
        line.spread,
    )
