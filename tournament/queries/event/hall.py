"""The public pages: the round being played, the standings, and one player's own page."""

from dataclasses import dataclass

from django.db.models import Q

from scoring.models import Activity
from tournament.engine.progress import ProgressStep
from tournament.models import Division, Event, Round
from tournament.models.rounds import Phase
from tournament.queries.event.desk import round_shown
from tournament.queries.results.played import DivisionGames, Participant, division_games
from tournament.queries.rounds.rounds import Board, boards_of, rounds_of
from tournament.queries.standings.standings import (
    DivisionStandings,
    StandingsRow,
    division_standings,
)


@dataclass(frozen=True)
class Hall:
    """The public round with its boards, the public standings, and the version of both."""

    version: int
    round: Round | None
    boards: tuple[Board, ...]
    standings: DivisionStandings

    @property
    def is_under_way(self) -> bool:
        """Whether results are missing of the round after which the standings are shown."""
        return bool(self.round and self.missing and self.round.number == self.standings.after)

    @property
    def missing(self) -> int:
        """How many results are still to come."""
        return sum(board.is_missing for board in self.boards)


def version_of(division: Division) -> int:
    """Return a number that grows with everything done in the division or its event. One query."""
    scopes = [division.scope, division.scope.partition("/")[0]]
    latest = Activity.objects.filter(scope__in=scopes).order_by("-id").values_list("id", flat=True)
    return latest.first() or 0


def version_of_event(event: Event) -> int:
    """Return a number that grows with everything done in the event, in any division. One query."""
    scope = f"event:{event.slug}"
    rows = Activity.objects.filter(Q(scope=scope) | Q(scope__startswith=f"{scope}/"))
    return rows.order_by("-id").values_list("id", flat=True).first() or 0


def hall_of(division: Division) -> Hall:
    """Return everything the public pages show; drafts and what is held back stay out. Seven queries."""
    version = version_of(division)
    rounds = [row for row in rounds_of(division) if row.round.is_public]
    shown = round_shown(rounds, None, drafts=False)
    return Hall(
        version,
        shown.round if shown else None,
        tuple(boards_of(shown.round)) if shown else (),
        division_standings(division, public=True),
    )


@dataclass(frozen=True)
class RoundPlayed:
    """A round of the player with the name of the opponent."""

    step: ProgressStep
    opponent: str


@dataclass(frozen=True)
class PlayerPage:
    """What the page shows. `now` is the round to be played; None when nothing is paired."""

    version: int
    person: Participant
    lines: tuple[RoundPlayed, ...]
    now: RoundPlayed | None
    standing: StandingsRow | None
    after: int
    held_back: bool

    @property
    def played(self) -> tuple[RoundPlayed, ...]:
        """The rounds with a result, the latest first."""
        return tuple(line for line in reversed(self.lines) if line.step.outcome is not None)


def player_page(division: Division, number: int) -> PlayerPage:
    """Return the page of one entry; drafts and what is held back stay out. Ten queries.

    Raises `KeyError` for a number nobody has.
    """
    play = division_games(division, public=True)
    person = play.by_number[number]
    lines = tuple(RoundPlayed(step, play.name(step.opponent)) for step in play.steps[number])
    standings = division_standings(division, public=True)
    standing = next((row for row in standings.rows if row.person.number == number), None)
    return PlayerPage(
        version_of(division),
        person,
        lines,
        _now(play, lines),
        standing if standings.after else None,
        standings.after,
        play.held_back,
    )


def _now(play: DivisionGames, lines: tuple[RoundPlayed, ...]) -> RoundPlayed | None:
    """The player's place in the latest round published, while it is being played."""
    last = max(play.rounds, default=0)
    if play.phases.get(last) not in (Phase.PUBLISHED, Phase.PLAYING):
        return None
    open_ = [line for line in lines if line.step.outcome is None and line.step.round == last]
    return open_[0] if open_ else None
