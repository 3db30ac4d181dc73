"""Live boards of recorded games: scores, clocks, the last play with its score, unseen tiles.

Only released turns are used (`tournament.queries.visibility`); nothing about later turns is available here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scoring.engine.board.tiles import BLANK
from scoring.engine.game.turns import TurnKind
from scoring.queries.sheets import SheetRow
from scoring.wording.phrases import format_points
from scoring.wording.sheets import sheet_sentence
from tournament.queries.visibility import PublicGame


@dataclass(frozen=True, slots=True)
class LivePlayer:
    """One player of a live board."""

    name: str
    score: int
    clock: str
    """The clock when it was last noted: ``12:34``, with a minus sign below zero; empty if never noted."""
    overtime: int
    """The points deducted for overtime so far; 0 or negative."""
    is_to_move: bool

    @property
    def is_in_overtime(self) -> bool:
        """Return whether the clock was below zero when it was last noted."""
        return self.clock.startswith("-")


@dataclass(frozen=True)
class LiveTurn:
    """One released turn. `differs` is set if announced and correct scores differ and this may be shown."""

    row: SheetRow
    name: str
    differs: bool
    is_ruled: bool

    @property
    def uncounted_score(self) -> int | None:
        """Return the announced or correct score, whichever does not count; None if `differs` is not set."""
        if not self.differs:
            return None
        return self.row.announced if self.row.counts == self.row.correct else self.row.correct

    @property
    def difference_sentence(self) -> str:
        """Return a sentence with the announced and correct scores; empty if `differs` is not set."""
        if not self.differs:
            return ""
        announced, correct = format_points(self.row.announced), format_points(self.row.correct)
        return sheet_sentence("announced_and_correct", announced=announced, correct=correct)


@dataclass(frozen=True)
class UnseenTiles:
    """The tiles that are not on the board."""

    tiles: tuple[tuple[str, int], ...]
    """Tiles with their counts; the blank is ``?``."""
    vowels: int
    consonants: int
    blanks: int

    @property
    def count(self) -> int:
        """Return the total number of tiles."""
        return self.vowels + self.consonants + self.blanks

    @property
    def text(self) -> str:
        """Return all tiles, such as ``AAA B CC ?``."""
        return " ".join(tile * number for tile, number in self.tiles)


def _tile_sort_key(tile: tuple[str, int]) -> bool:
    return tile[0] == BLANK


@dataclass(frozen=True)
class LiveBoard:
    """The public view of a recorded game, live or finished."""

    released: PublicGame

    @property
    def is_live(self) -> bool:
        """Return whether the game is still being played."""
        return self.released.is_live

    @cached_property
    def players(self) -> list[str]:
        """Return the names in seat order."""
        return self.released.players

    @cached_property
    def turns(self) -> list[LiveTurn]:
        """Return the released turns in order."""
        released = self.released
        return [
            LiveTurn(
                row,
                self.players[row.seat],
                released.shows_differences and row.differs and not row.taken_back,
                released.ruling(row) is not None,
            )
            for row in released.sheet.rows
        ]

    @property
    def last_turn_number(self) -> int:
        """Return the number of the last released turn; 0 before the first."""
        return len(self.released.sheet.rows)

    @cached_property
    def sides(self) -> list[LivePlayer]:
        """Return both players as of the last released turn."""
        sheet = self.released.sheet
        clocks, overtime = [""] * len(self.players), [0] * len(self.players)
        for row in sheet.rows:
            clocks[row.seat] = row.entry.clock or clocks[row.seat]
            if row.turn.kind is TurnKind.OVERTIME:
                overtime[row.seat] += row.counts
        goes_on = self.is_live and not sheet.replay.has_ended
        return [
            LivePlayer(
                name,
                sheet.totals[seat],
                clocks[seat],
                overtime[seat],
                goes_on and sheet.replay.to_move == seat,
            )
            for seat, name in enumerate(self.players)
        ]

    def scores_after(self, number: int) -> list[int]:
        """Return both scores after a turn."""
        totals = [0] * len(self.players)
        for row in self.released.sheet.rows[:number]:
            totals[row.seat] = row.total
        return totals

    def unseen_tiles_after(self, number: int) -> UnseenTiles:
        """Return the tiles that are not on the board after a turn."""
        sheet = self.released.sheet
        counts = sheet.tile_set.unpack(sheet.position_before(number).unseen)
        tiles = tuple(
            sorted(
                ((tile, count) for tile, count in counts.items() if count > 0), key=_tile_sort_key
            )
        )
        blanks = sum(count for tile, count in tiles if tile == BLANK)
        vowels = sum(count for tile, count in tiles if tile in sheet.tile_set.vowels)
        return UnseenTiles(
            tiles, vowels, sum(count for _, count in tiles) - vowels - blanks, blanks
        )

    @property
    def current_unseen_tiles(self) -> UnseenTiles:
        """Return the tiles that are not on the board after the last released turn."""
        return self.unseen_tiles_after(self.last_turn_number)

    @property
    def last_play(self) -> LiveTurn | None:
        """Return the last released turn with a play, even one that was taken back, or None if there is no play."""
        plays = (turn for turn in reversed(self.turns) if turn.row.turn.kind is TurnKind.PLAY)
        return next(plays, None)

    @property
    def blank_words(self) -> list[str]:
        """Return the words of plays that contain a blank, in the order of play, without plays that were taken back."""
        tile_set = self.released.sheet.tile_set
        small = set(tile_set.blank_forms.values())
        return [
            turn.row.word
            for turn in self.turns
            if turn.row.turn.kind is TurnKind.PLAY
            and not turn.row.taken_back
            and any(tile in small for tile in turn.row.turn.tiles)
        ]
