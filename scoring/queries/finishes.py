"""The result of a game that has ended: racks, final scores, winner, and whether mistakes mattered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from scoring.engine.board.proof import WordProof
from scoring.engine.game.outcome import DecidedBy, decide_outcome, seats_lost_on_time
from scoring.engine.game.turns import TurnKind
from scoring.lexicon import lexicons
from scoring.queries.sheets import GameSheet


class EndReason(Enum):
    """The reason why a game has ended, or may end."""

    OUT = "out"
    """A player has laid their last tile; the opponents have yet to accept the play."""
    SCORELESS = "scoreless"
    """There were too many consecutive scoreless turns; the players may end the game."""
    PASSED = "passed"
    """Everybody has passed as often as the rules require; the players may end the game."""
    SETTLED = "settled"
    """The racks have been counted."""


@dataclass(frozen=True)
class FinalScore:
    """A player's scores at the end of the game, in points; None means unknown."""

    seat: int
    name: str
    score: int
    """The score that counts, before the racks are settled."""
    rack: str | None
    """The remaining tiles, "" for an empty rack, or None if unknown."""
    amount: int | None
    """The points added or deducted for the racks, whether written down or due; None if unknown."""
    final: int | None


@dataclass(frozen=True)
class Finish:
    """The end of a game according to its current sheet."""

    because: EndReason
    out: str
    """The name of the player who went out, or ""."""
    standings: tuple[FinalScore, ...]
    winners: tuple[str, ...]
    """The names of the winners: several after a tie, none while a rack is unknown."""
    by_tie_break: bool
    """Whether equal final scores were decided by the scores before the racks were settled."""
    by_time: bool
    """Whether a player lost the game by exceeding the time limit."""
    margin: int
    """Points by which the winner leads the next player; 0 if unknown."""
    open_differences: int
    announced_winners: tuple[str, ...]
    """The winners by announced scores if they differ from the actual winners, otherwise empty."""
    announced_finals: tuple[int, ...]

    @property
    def opponents(self) -> tuple[str, ...]:
        """Everybody except the player who went out. They accept the last play or challenge it."""
        return tuple(line.name for line in self.standings if line.name != self.out)

    @property
    def players_without_rack(self) -> tuple[FinalScore, ...]:
        """The players whose tiles must be typed before the game can be finished."""
        return tuple(line for line in self.standings if line.rack is None and line.name != self.out)

    @property
    def is_complete(self) -> bool:
        """Whether every final score is known."""
        return all(line.final is not None for line in self.standings)


@dataclass(frozen=True)
class UnlistedPlay:
    """A play that stood with words not in the game's list, and the result had it been challenged off.

    `finals` are the final scores without the points of the play. That later plays might have been
    different is not considered.
    """

    number: int
    name: str
    words: tuple[str, ...]
    points: int
    finals: tuple[int, ...]
    winners: tuple[str, ...]
    """The winners by `finals` if they differ from the actual winners, otherwise empty."""


def unlisted_plays(sheet: GameSheet) -> tuple[UnlistedPlay, ...]:
    """Return the plays in a finished game that stood although they contain words not in the game's list.

    Return () during the game, when players must not learn which words are valid, and if the game's
    list is not installed or is for other tiles.
    """
    words = lexicons(sheet.game.organisation_id).get(sheet.game.lexicon)
    if sheet.game.finished_at is None or words is None or words.tileset != sheet.tile_set.key:
        return ()
    return tuple(
        _unlisted_play(sheet, index, unknown)
        for index, proof in sheet.proofs.items()
        if not sheet.rows[index].taken_back
        and (unknown := words.unknown_words([_letters(sheet, word) for word in proof.words]))
    )


def _letters(sheet: GameSheet, word: WordProof) -> tuple[str, ...]:
    """Return the tiles of a word, with a blank as the letter it stands for."""
    return tuple(sheet.tile_set.letter_of(tile.face) for tile in word.tiles)


def _unlisted_play(
    sheet: GameSheet, index: int, unknown: Sequence[str | Sequence[str]]
) -> UnlistedPlay:
    row, outcome = sheet.rows[index], sheet.outcome
    lost = [row.counts if seat == row.seat else 0 for seat in range(len(sheet.names))]
    finals = [(final or 0) - less for final, less in zip(outcome.finals, lost, strict=True)]
    before = [points - less for points, less in zip(sheet.replay.before_racks, lost, strict=True)]
    without = decide_outcome(finals, before, sheet.rules.tie_rule, seats_lost_on_time(sheet.replay))
    differs = without.winners != outcome.winners
    return UnlistedPlay(
        number=row.number,
        name=sheet.names[row.seat],
        words=tuple(sheet.tile_set.format_tiles(word) for word in unknown),
        points=row.counts,
        finals=tuple(finals),
        winners=tuple(sheet.names[seat] for seat in without.winners) if differs else (),
    )


def finish_of(sheet: GameSheet) -> Finish | None:
    """Return the end that the game has reached or may reach now, or None if it must continue."""
    game = sheet.replay
    if not (game.has_ended or game.may_end):
        return None
    settlement, totals, finals = game.settlement, sheet.totals, sheet.outcome.finals
    racks = [0] * len(sheet.names)
    for row in sheet.rows:
        if row.turn.kind is TurnKind.END_RACK:
            racks[row.seat] += row.counts
    standings = []
    for seat, name in enumerate(sheet.names):
        rack, final = settlement.racks[seat], finals[seat]
        standings.append(
            FinalScore(
                seat=seat,
                name=name,
                score=totals[seat] - racks[seat],
                rack=None if rack is None else sheet.tile_set.format_tiles(rack),
                amount=None if final is None else final - totals[seat] + racks[seat],
                final=final,
            )
        )
    outcome, announced = sheet.outcome, sheet.announced_outcome
    differs = bool(outcome.winners and announced.winners) and announced.winners != outcome.winners
    return Finish(
        because=_end_reason(sheet),
        out="" if settlement.out is None else sheet.names[settlement.out],
        standings=tuple(standings),
        winners=tuple(sheet.names[seat] for seat in outcome.winners),
        by_tie_break=outcome.decided_by is DecidedBy.BEFORE_RACKS,
        by_time=outcome.decided_by is DecidedBy.TIME,
        margin=outcome.margin or 0,
        open_differences=sum(1 for row in sheet.rows if row.needs_ruling),
        announced_winners=tuple(sheet.names[seat] for seat in announced.winners) if differs else (),
        announced_finals=tuple(final for final in announced.finals if final is not None)
        if differs
        else (),
    )


def _end_reason(sheet: GameSheet) -> EndReason:
    game = sheet.replay
    if game.settled:
        return EndReason.SETTLED
    if game.out is not None:
        return EndReason.OUT
    limit = sheet.rules.scoreless_limit
    return EndReason.SCORELESS if limit and game.scoreless >= limit else EndReason.PASSED
