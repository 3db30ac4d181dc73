"""Simulated people: how well they look, and what they keep, risk, challenge and forget.

They play like people in a club: they look along some of the rows and columns, see good plays but
not always the best, try a word that does not exist now and then, and doubt a word of the other.
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
from scoring.simulation.generator import LegalPlay, lines, plays_of

_NAMES = (
    "Ada Marrow", "Bela Quist", "Cato Finch", "Dora Umber", "Eli Vantage", "Fay Larkspur",
    "Gus Tamarind", "Hana Brook", "Ivo Pellet", "Juno Wick", "Kit Sorrel", "Lena Oakum",
    "Milo Drift", "Nora Pike", "Otto Gale", "Pia Thimble", "Quin Ashby", "Rosa Flint",
    "Sami Heather", "Tove Lund", "Uma Cobalt", "Vito Reed", "Wren Hollis", "Yara Stone",
)  # fmt: skip

_BLANK_AS = "ESRDTANILO"
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
_TWIN = -3
_CONSIDERED = 12


@dataclass(frozen=True)
class Habits:
    """What happens how often in simulated games; shares from 0 to 1.

    `mistakes` is the chance that a play or an end-rack line is announced or added up wrong.
    """

    mistakes: float = 0.0
    phonies: float = 0.03
    """Turns on which somebody tries a word that does not exist."""
    challenged: float = 0.7
    """Such words that are challenged off."""
    vain_challenges: float = 0.02
    """Valid plays that are challenged in vain."""
    overtime: float = 0.04
    """Players who overstep their time."""
    stalemates: float = 0.015
    """Games in which at some point nobody plays on, so that scoreless turns end it."""

    def __post_init__(self) -> None:
        for name, share in vars(self).items():
            if not 0 <= share <= 1:
                raise ValueError(
                    _("{name} is {share:g}; a share lies between 0 and 1.").format(
                        name=name, share=share
                    )
                )


@dataclass(frozen=True)
class Person:
    """Somebody at the table. `lines_seen` rows and columns are looked at on a turn."""

    name: str
    lines_seen: int
    aim: float
    """Chance that the best play of those seen is taken; else the next one, and so on."""

    @property
    def nick(self) -> str:
        """The first name, as it stands in front of a line of the record."""
        return self.name.partition(" ")[0]

    def called(self, name: str) -> Person:
        """The same person under another name."""
        return replace(self, name=" ".join(name.split()))

    @classmethod
    def some(cls, number: int, rng: Random) -> tuple[Person, ...]:
        """That many people with different names, some better than others."""
        names = rng.sample(_NAMES, number)
        return tuple(cls(name, rng.randint(7, 12), rng.uniform(0.5, 0.9)) for name in names)

    def looks(
        self, board: Board, words: Vocabulary, rack: Sequence[str], rng: Random
    ) -> list[LegalPlay]:
        """The plays this person sees, best liked first; empty only when there is none at all."""
        busy = [line for line in lines(board, words) if not line.quiet]
        blank_as = rng.sample(_BLANK_AS, _BLANKS_TRIED)
        if not busy:
            middle = [line for line in lines(board, words) if board.layout.centre in line.cells]
            busy = [rng.choice(middle)]
        rng.shuffle(busy)
        seen = list(plays_of(board, words, rack, busy[: self.lines_seen], blank_as))
        if not seen:
            seen = list(plays_of(board, words, rack, busy, tuple(words.units)))
        best = nlargest(_CONSIDERED, seen)
        return sorted(best, key=lambda play: (-liking(play, rack), play))

    def chooses(self, seen: Sequence[LegalPlay], rng: Random) -> LegalPlay:
        """One of the plays seen, mostly among the first."""
        for play in seen:
            if rng.random() < self.aim:
                return play
        return seen[0]


def liking(play: LegalPlay, rack: Sequence[str]) -> float:
    """Points of a play and what the leave, the tiles not laid, is worth for later."""
    leave = list(rack)
    for tile in play.laid:
        leave.remove(tile)
    return play.score + leave_worth(leave)


def leave_worth(leave: Sequence[str]) -> int:
    """A rough worth in points of a leave: blanks and S good, clumsy tiles and twins bad."""
    return sum(_LEAVE_WORTH.get(tile, 0) for tile in leave) + _TWIN * (len(leave) - len(set(leave)))


def exchanged(rack: Sequence[str], tile_set: TileSet, most: int, rng: Random) -> list[str]:
    """The tiles somebody would put back, at least one and at most `most`."""
    awkward = sorted(
        rack,
        key=lambda tile: (
            _LEAVE_WORTH.get(tile, 0) - tile_set.points[tile] / 4,
            -rack.count(tile),
            tile,
        ),
    )
    return awkward[: min(most, rng.randint(2, 6), len(rack))]


def misspelt(play: LegalPlay, words: Vocabulary, rng: Random) -> LegalPlay | None:
    """The play with two of its own tiles changed over so that it is no word, None if that fails."""
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
