"""One player as everybody may see him or her: own results, the board to go to, the place."""

from dataclasses import dataclass

from tournament.engine.course import Step
from tournament.models import Division
from tournament.models.rounds import Phase
from tournament.queries.hall import version_of
from tournament.queries.play import Play, Someone, play_of
from tournament.queries.standings import Row, division_standings


@dataclass(frozen=True)
class Line:
    """A round of the player with the name of who sat opposite."""

    step: Step
    opponent: str


@dataclass(frozen=True)
class PlayerPage:
    """What the page shows. `now` is the round to be played; None when nothing is paired."""

    version: int
    person: Someone
    lines: tuple[Line, ...]
    now: Line | None
    standing: Row | None
    after: int
    held_back: bool

    @property
    def played(self) -> tuple[Line, ...]:
        """The rounds with a result, the latest first."""
        return tuple(line for line in reversed(self.lines) if line.step.outcome is not None)


def player_page(division: Division, number: int) -> PlayerPage:
    """The page of one entry; drafts and what is held back stay out. Ten queries.

    Raises `KeyError` for a number nobody has.
    """
    play = play_of(division, public=True)
    person = play.by_number[number]
    lines = tuple(Line(step, play.name(step.opponent)) for step in play.steps[number])
    found = division_standings(division, public=True)
    standing = next((row for row in found.rows if row.person.number == number), None)
    return PlayerPage(
        version_of(division),
        person,
        lines,
        _now(play, lines),
        standing if found.after else None,
        found.after,
        play.held_back,
    )


def _now(play: Play, lines: tuple[Line, ...]) -> Line | None:
    """The player's place in the latest round published, while it is being played."""
    last = max(play.rounds, default=0)
    if play.phases.get(last) not in (Phase.PUBLISHED, Phase.PLAYING):
        return None
    open_ = [line for line in lines if line.step.outcome is None and line.step.round == last]
    return open_[0] if open_ else None
