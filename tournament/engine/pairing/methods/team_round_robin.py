"""The team round robin method."""

from dataclasses import dataclass
from typing import Any

from tournament.engine.message import Message
from tournament.engine.pairing.method import CannotPair, Method
from tournament.engine.pairing.plan import Proposal
from tournament.engine.pairing.request import PairingRequest
from tournament.engine.pairing.round_robin_tables import (
    circle_rows,
    row_proposal,
    table_field,
    team_row,
)
from tournament.engine.plugins import option

Team = list[int]


@dataclass(frozen=True)
class TeamRoundRobinOptions:
    """Options for the number of games between two players.

    `field` lists all players by seed; if empty, all who have not withdrawn before `start_round`.
    """

    games: int = option(
        1, "The number of games in a row between the same two players.", label="Games"
    )
    start_round: int = option(1, hidden=True)
    field: tuple[int, ...] = option((), hidden=True)


class TeamRoundRobin(Method):
    """Every member of one team meets every member of the other, then the next two teams meet.

    Two players can play several games in a row, with first and second swapped. With more than two teams,
    each team meets every other team. If a team is smaller, players of the other team have the bye.
    """

    label = "Team round robin"
    Options = TeamRoundRobinOptions
    uses_standings = False

    def repeats_intentionally(self, options: Any) -> bool:
        """Return whether two players meet more than once."""
        return bool(options.games > 1)

    def propose(self, request: PairingRequest, options: Any) -> Proposal:
        """Return this round's pairs for each two teams that are currently meeting.

        Raise `CannotPair` for invalid options or teams, or a round outside the table.
        """
        teams = _teams(request, table_field(request, options.start_round, options.field))
        if options.games < 1:
            raise CannotPair(Message("teams_games_too_few"))
        size = max(len(team) for team in teams.values())
        stage = size * options.games
        row, rounds = request.round - options.start_round, stage * (len(teams) - 1)
        if not 0 <= row < rounds:
            raise CannotPair(
                Message(
                    "teams_over",
                    teams=len(teams),
                    members=size,
                    rounds=rounds,
                    first=options.start_round,
                    last=options.start_round + rounds - 1,
                    round=request.round,
                )
            )
        number, within = divmod(row, stage)
        shift, game = divmod(within, options.games)
        sides = [[*members, *[None] * (size - len(members))] for members in teams.values()]
        pairs: list[tuple[int | None, int | None]] = []
        for home, away in circle_rows(len(sides))[number]:
            for mine, yours, goes_first in team_row(size, shift):
                seats = sides[home][mine], sides[away][yours]
                is_swapped = bool(game % 2)
                pairs.append(seats[::-1] if goes_first is is_swapped else seats)
        reason = Message("teams", member=shift + 1, members=size)
        if options.games > 1:
            reason = Message(
                "teams_games", member=shift + 1, members=size, game=game + 1, games=options.games
            )
        return row_proposal(request, pairs, reason)


def _teams(request: PairingRequest, field: tuple[int, ...]) -> dict[str, Team]:
    """Return the members of each team by seed, with the teams in the order of their best seeds.

    Raise `CannotPair` if a player has no team or the number of teams is odd or below two.
    """
    without = [number for number in field if not request.teams.get(number)]
    if without:
        raise CannotPair(Message("teams_missing", entries=tuple(without[:8])))
    teams: dict[str, Team] = {}
    for number in field:
        teams.setdefault(request.teams[number], []).append(number)
    if len(teams) < 2 or len(teams) % 2:
        raise CannotPair(
            Message("teams_odd", teams=len(teams), names=tuple(teams))
            if teams
            else Message("teams_none")
        )
    return teams
