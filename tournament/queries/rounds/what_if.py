"""What-if pairings of a past or future round; nothing is stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournament.engine.pairing.comparison import RoundFigures, changed_boards, describe_changes
from tournament.engine.pairing.event_plan import StandingsSource
from tournament.engine.pairing.planning import plan_round
from tournament.engine.results import GAMES, Result
from tournament.models import Division
from tournament.queries.rounds.explanations import ExplainedBoard, ExplainedRound, explained_boards
from tournament.queries.rounds.pairing import (
    NOTHING_FIXED,
    FixedPairs,
    PairingContext,
    RoundPreview,
    pairing_context,
)
from tournament.wording.sentences import sentences


@dataclass(frozen=True, slots=True)
class WhatIfBoard:
    """A board of the what-if round."""

    row: ExplainedBoard
    is_same: bool
    """Whether the two players also meet in the actual round, or the player has a bye there too."""
    actual_games: tuple[tuple[int, int, int], ...]
    """The two players' actual games: the round, and both scores in the order of this board."""


@dataclass(frozen=True)
class WhatIfRound:
    """A what-if round, compared with the actual one if there is one."""

    preview: RoundPreview
    boards: tuple[WhatIfBoard, ...]
    figures: RoundFigures
    actual_figures: RoundFigures | None
    """The figures of the actual round, or None for a future one."""
    changes: tuple[str, ...]

    @property
    def differing_boards(self) -> int:
        """Number of boards that differ from the actual round."""
        return sum(not board.is_same and board.row.second is not None for board in self.boards)


def what_if_round(
    division: Division,
    number: int,
    method: str,
    options: Mapping[str, Any],
    *,
    source: StandingsSource,
    seed: int,
    fixed: FixedPairs = NOTHING_FIXED,
    now: ExplainedRound | None = None,
    known: PairingContext | None = None,
) -> WhatIfRound:
    """Return round `number` as `method` would pair it, based on what preceded it.

    `now` is the actual round, if there is one; its absent entries are absent here too. May raise `CannotPair`. This
    takes as many queries as `pairing_context`, or none with `known`.
    """
    known = known or pairing_context(division)
    request = known.request(number, seed, source_round=source.source_round_for(number), fixed=fixed)
    if now:
        request = replace(request, absent=now.request.absent)
    plan, problems = plan_round(request, method, options)
    real = now.plan if now else None
    changes: tuple[str, ...] = ()
    if now:
        before = RoundFigures(now.request, now.plan)
        changes = sentences(describe_changes(before, RoundFigures(now.request, plan)), now.names)
    marked = changed_boards(real, plan) if real else frozenset()
    byes = {bye.number for bye in real.byes} if real else set()
    games = _games_by_pair(known.results)
    return WhatIfRound(
        RoundPreview(plan, problems, request.names, request),
        tuple(
            WhatIfBoard(
                row,
                real is not None
                and (row.board not in marked if row.second else row.first.number in byes),
                _actual_games(row, games),
            )
            for row in explained_boards(known, request, plan)
        ),
        RoundFigures(request, plan),
        RoundFigures(now.request, real) if now and real else None,
        changes,
    )


def _games_by_pair(results: Sequence[Result]) -> dict[frozenset[int], list[Result]]:
    games: dict[frozenset[int], list[Result]] = {}
    for result in results:
        if result.outcome in GAMES:
            games.setdefault(frozenset((result.first, result.second)), []).append(result)
    return games


def _actual_games(
    row: ExplainedBoard, games: Mapping[frozenset[int], list[Result]]
) -> tuple[tuple[int, int, int], ...]:
    """Return the actual games of a board's two players, in the order of rounds.

    Each game is its round, the score of the board's first player, and that of the second. Return an empty
    tuple for a bye.
    """
    if row.second is None:
        return ()
    first, second = row.first.number, row.second.number
    met = []
    for game in sorted(games.get(frozenset((first, second)), ()), key=lambda game: game.round):
        scores = (game.first_score, game.second_score)
        met.append((game.round, *(scores if game.first == first else scores[::-1])))
    return tuple(met)
