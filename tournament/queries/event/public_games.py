"""What everybody may see of games, plays, prizes and the plan; what is secret is decided as in `public`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.wording.phrases import scores_line
from tournament.engine.pairing.event_plan import planned_for
from tournament.engine.prizes.award import Award
from tournament.engine.prizes.contest import ContestGame, Section
from tournament.models import Division, Event
from tournament.queries.event.public import PublicDivision, public_division
from tournament.queries.rounds.pairing import plan_of
from tournament.queries.rounds.rounds import rounds_of
from tournament.queries.standings.prizes import awards_of, contest, engine_prize, prizes_of
from tournament.queries.standings.standings import DivisionStandings
from tournament.wording.methods import label_of

SHOWN = 10
"""How many of the best are listed."""


@dataclass(frozen=True, slots=True)
class PublicBestPlay:
    """One of the highest plays."""

    score: int
    word: str
    square: str
    name: str
    round: int
    board: int | None


@dataclass(frozen=True, slots=True)
class PublicBestGame:
    """One of the games with the highest scores, the higher score first."""

    result: str
    name: str
    opponent: str
    round: int
    board: int | None
    is_recorded: bool


@dataclass(frozen=True, slots=True)
class PublicBest:
    """The highest plays and games of a division."""

    plays: tuple[PublicBestPlay, ...]
    games: tuple[PublicBestGame, ...]
    standings: DivisionStandings


def public_best(division: Division) -> PublicBest:
    """Return the highest plays of games recorded to their end, and the highest scores of games.

    Twenty queries; the event must be loaded.
    """
    state = public_division(division)
    section = contest(division.event, [division], public=True)[0]
    plays = [play for play in section.plays if (play.round, play.board) in state.recorded]
    games = [row for row in section.games if not row.spread_only]
    plays.sort(key=lambda play: (-play.score, play.round, play.board or 0))
    games.sort(key=lambda row: (-max(row.first_score, row.second_score), row.round, row.board or 0))
    return PublicBest(
        tuple(
            PublicBestPlay(
                play.score,
                play.word,
                play.coordinate,
                section.name(play.number),
                play.round,
                play.board,
            )
            for play in plays[:SHOWN]
        ),
        tuple(_best_game(row, section, state) for row in games[:SHOWN]),
        state.standings,
    )


def _best_game(row: ContestGame, section: Section, state: PublicDivision) -> PublicBestGame:
    sides = [(row.first_score, row.first), (row.second_score, row.second)]
    (high, best), (low, other) = sorted(sides, key=lambda side: -side[0])
    return PublicBestGame(
        scores_line([high, low]),
        section.name(best),
        section.name(other),
        row.round,
        row.board,
        (row.round, row.board) in state.recorded,
    )


def public_awards(event: Event, divisions: Sequence[Division]) -> tuple[tuple[Award, ...], bool]:
    """Return the prizes with who would have them as it stands, and whether winners are held back.

    Where one division holds its standings back no winner of any prize is named: one prize may stand in the
    way of another. One query, and those of `contest`.
    """
    defined = prizes_of(event)
    if any(division.held_back_from is not None for division in divisions) or not defined:
        return tuple(Award((engine_prize(prize),)) for prize in defined), bool(defined)
    return awards_of(defined, contest(event, divisions, public=True)), False


@dataclass(frozen=True, slots=True)
class ScheduledRound:
    """A round of the schedule: its number, its phase where it is published, and how it is paired."""

    number: int
    phase: str
    how: str


def schedule_of(division: Division) -> list[ScheduledRound]:
    """Return every round that is published or planned; of a planned one no more than its method. Two queries."""
    published = {row.round.number: row for row in rounds_of(division) if row.round.is_public}
    plan = plan_of(division)
    last = max([division.rounds_planned or 0, *published, *(line.to_round for line in plan)])
    rounds = []
    for number in range(1, last + 1):
        row, line = published.get(number), planned_for(plan, number)
        method = row.round.method if row else line.method if line else ""
        rounds.append(
            ScheduledRound(
                number,
                str(row.round.get_phase_display()) if row else "",
                label_of(method) if method else "",
            )
        )
    return rounds
