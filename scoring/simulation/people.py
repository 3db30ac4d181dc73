"""Simulated players, with their habits of searching, keeping tiles, challenging and forgetting.

They play like members of a club: they search some of the rows and columns, find good plays but not
always the best, occasionally try a phony, and challenge the opponent's words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from heapq import nlargest
from random import Random

from django.utils.translation import gettext as _

from scoring.engine.board.board import Board
from scoring.engine.board.tiles import BLANK, TileSet
from scoring.simulation.anagrams import Vocabulary
from scoring.simulation.generator import LegalPlay, board_lines, legal_plays_in

_NAMES = (
    "Ada Marrow", "Bela Quist", "Cato Finch", "Dora Umber", "Eli Vantage", "Fay Larkspur",
    "Gus Tamarind", "Hana Brook", "Ivo Pellet", "Juno Wick", "Kit Sorrel", "Lena Oakum",
    "Milo Drift", "Nora Pike", "Otto Gale", "Pia Thimble", "Quin Ashby", "Rosa Flint",
    "Sami Heather", "Tove Lund", "Uma Cobalt", "Vito Reed", "Wren Hollis", "Yara Stone",
)  # fmt: skip

_BLANK_LETTERS = "ESRDTANILO"
_BLANKS_TRIED = 4
_LEAVE_WORTH = {
    BLANK: 24,
    "S": 7,
    "E": 2,
    "X": 2,
    "Z": 2,
    "R": 1,
    "H": 1,
    "Q": -6,
    "V": -5,
    "W": -4,
    "U": -3,
}
_DUPLICATE_WORTH = -3
_PLAYS_CONSIDERED = 12


@dataclass(frozen=True)
class Habits:
    """Frequencies of events in simulated games, as probabilities from 0 to 1.

    `mistakes` is the probability that a play or an end-rack line is announced or added up wrongly.
    Raise `ValueError` for a value outside this range.
    """

    mistakes: float = 0.0
    phonies: float = 0.03
    """Probability that a player tries a phony in a turn."""
    challenged: float = 0.7
    """Probability that a phony is challenged off."""
    vain_challenges: float = 0.02
    """Probability that a valid play is challenged."""
    overtime: float = 0.04
    """Probability that a player exceeds the time limit."""
    stalemates: float = 0.015
    """Probability that players stop playing at some point, so that scoreless turns end the game."""

    def __post_init__(self) -> None:
        for name, share in vars(self).items():
            if not 0 <= share <= 1:
                raise ValueError(
                    _("{name} is {share:g}, but a share must be between 0 and 1.").format(
                        name=name, share=share
                    )
                )


@dataclass(frozen=True)
class SimulatedPlayer:
    """A player who searches `lines_searched` rows and columns in each turn."""

    name: str
    lines_searched: int
    accuracy: float
    """The probability of choosing the best play found; otherwise the next best is considered, and so on."""

    @property
    def nick(self) -> str:
        """The first name, used as the nick in the record."""
        return self.name.partition(" ")[0]

    def with_name(self, name: str) -> SimulatedPlayer:
        """Return the same person with another name."""
        return replace(self, name=" ".join(name.split()))

    @classmethod
    def random_players(cls, number: int, rng: Random) -> tuple[SimulatedPlayer, ...]:
        """Return `number` people with distinct names and random strengths."""
        names = rng.sample(_NAMES, number)
        return tuple(cls(name, rng.randint(7, 12), rng.uniform(0.5, 0.9)) for name in names)

    def find_plays(
        self, board: Board, words: Vocabulary, rack: Sequence[str], rng: Random
    ) -> list[LegalPlay]:
        """Return the plays this person finds, favourite first; empty only if no play is legal."""
        busy = [line for line in board_lines(board, words) if not line.quiet]
        blank_as = rng.sample(_BLANK_LETTERS, _BLANKS_TRIED)
        if not busy:
            middle = [
                line for line in board_lines(board, words) if board.layout.centre in line.cells
            ]
            busy = [rng.choice(middle)]
        rng.shuffle(busy)
        seen = list(legal_plays_in(board, words, rack, busy[: self.lines_searched], blank_as))
        if not seen:
            seen = list(legal_plays_in(board, words, rack, busy, tuple(words.units)))
        best = nlargest(_PLAYS_CONSIDERED, seen)
        return sorted(best, key=lambda play: (-play_preference(play, rack), play))

    def choose_play(self, seen: Sequence[LegalPlay], rng: Random) -> LegalPlay:
        """Return one of the plays found, most likely one of the first."""
        for play in seen:
            if rng.random() < self.accuracy:
                return play
        return seen[0]


def play_preference(play: LegalPlay, rack: Sequence[str]) -> float:
    """Return the points of a play plus the value of its leave, the tiles not laid."""
    leave = list(rack)
    for tile in play.tiles_laid:
        leave.remove(tile)
    return play.score + leave_value(leave)


def leave_value(leave: Sequence[str]) -> int:
    """Return the approximate value of a leave in points: high for blanks and S, low for duplicates."""
    return sum(_LEAVE_WORTH.get(tile, 0) for tile in leave) + _DUPLICATE_WORTH * (
        len(leave) - len(set(leave))
    )


def choose_exchange(rack: Sequence[str], tile_set: TileSet, most: int, rng: Random) -> list[str]:
    """Return the tiles to exchange, at least one and at most `most`."""
    awkward = sorted(
        rack,
        key=lambda tile: (
            _LEAVE_WORTH.get(tile, 0) - tile_set.points[tile] / 4,
            -rack.count(tile),
            tile,
        ),
    )
    return awkward[: min(most, rng.randint(2, 6), len(rack))]


def misspell(play: LegalPlay, words: Vocabulary, rng: Random) -> LegalPlay | None:
    """Return the play with two of its tiles swapped so that it is a phony.

    Return None if fewer than three tiles are laid, or if the result is a word.
    """
    faces = list(play.faces)
    if len(faces) < 3:
        return None
    first, second = rng.sample(range(len(faces)), 2)
    faces[first], faces[second] = faces[second], faces[first]
    letters = list(play.word)
    for offset, face in zip(play.empty, faces, strict=True):
        letters[offset] = face.upper()
    word = "".join(letters)
    return None if word in words.words else play._replace(word=word, faces=faces)
