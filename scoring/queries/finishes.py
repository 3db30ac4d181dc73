"""How a game that has ended comes out: racks, finals, winner, and whether the mistakes made mattered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from scoring.engine.board.proof import WordProof
from scoring.engine.game.outcome import DecidedBy, decide, lost_on_time
from scoring.engine.game.turns import Kind
from scoring.lexicon import lexicons
from scoring.queries.sheets import GameSheet


class Because(Enum):
    """Why a game has ended, or may."""

    OUT = "out"
    """Somebody has laid the last tile; the others have still to accept the play."""
    SCORELESS = "scoreless"
    """Too many turns in a row were worth nothing; the players may end it."""
    PASSED = "passed"
    """Everybody has passed as often as the rules ask; the players may end it."""
    SETTLED = "settled"
    """The racks have been counted."""


@dataclass(frozen=True)
class Standing:
    """One player at the end. Points; None is not known."""

    seat: int
    name: str
    score: int
    """What counts before the racks."""
    rack: str | None
    """The tiles left, "" for who has none."""
    amount: int | None
    """What the racks give or take, written down or still to be."""
    final: int | None


@dataclass(frozen=True)
class Finish:
    """The end of a game as the sheet has it now."""

    because: Because
    out: str
    """Who went out; "" if nobody did."""
    standings: tuple[Standing, ...]
    winners: tuple[str, ...]
    """Several share it; none while a rack is not known."""
    by_tie_break: bool
    """True when equal finals were decided by the scores before the racks."""
    by_time: bool
    """True when somebody lost the game by more time than the rules allow."""
    margin: int
    """By how many points the winner is ahead of the next."""
    open_differences: int
    announced_winners: tuple[str, ...]
    """Who would have won by the scores announced, where that is somebody else; else empty."""
    announced_finals: tuple[int, ...]

    @property
    def opponents(self) -> tuple[str, ...]:
        """Everybody but who went out: they accept the last play or challenge it."""
        return tuple(line.name for line in self.standings if line.name != self.out)

    @property
    def missing(self) -> tuple[Standing, ...]:
        """Those whose tiles must be typed before the game can be finished."""
        return tuple(line for line in self.standings if line.rack is None and line.name != self.out)

    @property
    def complete(self) -> bool:
        """True when every final is known."""
        return all(line.final is not None for line in self.standings)


@dataclass(frozen=True)
class Unlisted:
    """A play that stood although words of it are not in the game's list, and what a challenge would have meant.

    `finals` are the final scores without its points; what would have been played after it nobody knows.
    """

    number: int
    name: str
    words: tuple[str, ...]
    points: int
    finals: tuple[int, ...]
    winners: tuple[str, ...]
    """Who would have won by `finals`, where that is somebody else; else empty."""


def unlisted_plays(sheet: GameSheet) -> tuple[Unlisted, ...]:
    """The plays of a finished game with words that are not in its list; none while the game goes on.

    Nobody is told during a game which words are good (RULES section 3).
    """
    words = lexicons(sheet.game.organisation_id).get(sheet.game.lexicon)
    if sheet.game.finished_at is None or words is None or words.tileset != sheet.tile_set.key:
        return ()
    return tuple(
        _unlisted(sheet, index, unknown)
        for index, proof in sheet.proofs.items()
        if not sheet.rows[index].taken_back
        and (unknown := words.unknown([_letters(sheet, word) for word in proof.words]))
    )


def _letters(sheet: GameSheet, word: WordProof) -> tuple[str, ...]:
    """The tiles of a word, a blank as the letter it stands for."""
    return tuple(sheet.tile_set.plain(tile.face) for tile in word.tiles)


def _unlisted(sheet: GameSheet, index: int, unknown: Sequence[str | Sequence[str]]) -> Unlisted:
    row, outcome = sheet.rows[index], sheet.outcome
    lost = [row.counts if seat == row.seat else 0 for seat in range(len(sheet.names))]
    finals = [(final or 0) - less for final, less in zip(outcome.finals, lost, strict=True)]
    before = [points - less for points, less in zip(sheet.replay.before_racks, lost, strict=True)]
    without = decide(finals, before, sheet.rules.tie_rule, lost_on_time(sheet.replay))
    differs = without.winners != outcome.winners
    return Unlisted(
        number=row.number,
        name=sheet.names[row.seat],
        words=tuple(sheet.tile_set.write(word) for word in unknown),
        points=row.counts,
        finals=tuple(finals),
        winners=tuple(sheet.names[seat] for seat in without.winners) if differs else (),
    )


def finish(sheet: GameSheet) -> Finish | None:
    """The end the game has reached; None while it goes on."""
    game = sheet.replay
    if not (game.ended or game.may_end):
        return None
    settlement, totals, finals = game.settlement, sheet.totals, sheet.outcome.finals
    racks = [0] * len(sheet.names)
    for row in sheet.rows:
        if row.turn.kind is Kind.END_RACK:
            racks[row.seat] += row.counts
    standings = []
    for seat, name in enumerate(sheet.names):
        rack, final = settlement.racks[seat], finals[seat]
        standings.append(
            Standing(
                seat=seat,
                name=name,
                score=totals[seat] - racks[seat],
                rack=None if rack is None else sheet.tile_set.write(rack),
                amount=None if final is None else final - totals[seat] + racks[seat],
                final=final,
            )
        )
    outcome, announced = sheet.outcome, sheet.announced_outcome
    differs = bool(outcome.winners and announced.winners) and announced.winners != outcome.winners
    return Finish(
        because=_because(sheet),
        out="" if settlement.out is None else sheet.names[settlement.out],
        standings=tuple(standings),
        winners=tuple(sheet.names[seat] for seat in outcome.winners),
        by_tie_break=outcome.decided_by is DecidedBy.BEFORE_RACKS,
        by_time=outcome.decided_by is DecidedBy.TIME,
        margin=outcome.margin or 0,
        open_differences=sum(1 for row in sheet.rows if row.open),
        announced_winners=tuple(sheet.names[seat] for seat in announced.winners) if differs else (),
        announced_finals=tuple(final for final in announced.finals if final is not None)
        if differs
        else (),
    )


def _because(sheet: GameSheet) -> Because:
    game = sheet.replay
    if game.settled:
        return Because.SETTLED
    if game.out is not None:
        return Because.OUT
    limit = sheet.rules.scoreless_limit
    return Because.SCORELESS if limit and game.scoreless >= limit else Because.PASSED
