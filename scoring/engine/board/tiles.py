"""The tiles of a language: how many of each, what they count, and how they are written.

A tile is a text: ``"A"``, ``"CH"``, ``"L·L"``. A blank in a rack is ``"?"``; a blank on the board is
the small form of the tile it stands for (``"a"``, ``"ch"``) and counts nothing. A word is a
sequence of tiles; where every tile of a set is one character, a plain `str` is such a sequence.

Counting is done in packed integers: each kind of tile owns eight bits of one `int`, so adding and
comparing whole racks is one machine operation instead of a dictionary walk.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scoring.engine.board.datafile import DataFileError, parse, texts, typed
from scoring.engine.message import Message, Refusal

BLANK = "?"
_BITS = 8
_FIELD = (1 << _BITS) - 1


class UnknownTile(Refusal):
    """A text holds something that is no tile of the set."""

    def __init__(self, text: str, character: str, tile_set: TileSet) -> None:
        super().__init__(
            Message("not_a_tile_in", tile=character, text=text, tile_set=tile_set.name)
        )
        self.text = text
        self.character = character


@dataclass(frozen=True, eq=False)
class TileSet:
    """One language's tiles.

    `counts` and `points` are keyed by tile, the blank ``"?"`` included; a count of 0 is a letter that
    only a blank can be. `blank_forms` gives the small form of every tile. Identity is the key.
    """

    key: str
    name: str
    language: str
    confirmed: bool
    lexicons: tuple[str, ...]
    vowels: frozenset[str]
    counts: dict[str, int]
    points: dict[str, int]
    blank_forms: dict[str, str]

    values: dict[str, int] = field(init=False)
    """Points of every face a square can show: the tiles, and 0 for every small form."""
    units: dict[str, int] = field(init=False)
    """Packed count of one tile, for every face and for ``"?"``; 0 for ``"."``, a tile played through."""
    full: int = field(init=False)
    """Packed count of the whole set."""
    guard: int = field(init=False)
    """The top bit of every kind; see `lacks`."""
    size: int = field(init=False)
    """Number of tiles in the set."""
    single: bool = field(init=False)
    """True when every tile is one character, so that a text is a word as it stands."""

    def __post_init__(self) -> None:
        units = {tile: 1 << (_BITS * place) for place, tile in enumerate(self.counts)}
        values = {tile: points for tile, points in self.points.items() if tile != BLANK}
        for small in self.blank_forms.values():
            values[small] = 0
            units[small] = units[BLANK]
        units["."] = 0
        longest_first = sorted([*values, BLANK], key=len, reverse=True)
        several = "|".join(re.escape(tile) for tile in longest_first)
        derived = {
            "values": values,
            "units": units,
            "full": sum(count * units[tile] for tile, count in self.counts.items()),
            "guard": sum(1 << (_BITS * place + _BITS - 1) for place in range(len(self.counts))),
            "size": sum(self.counts.values()),
            "single": all(len(tile) == 1 for tile in values),
            "_scanner": re.compile(rf"\[({several})\]|({several})"),
            "_kinds": tuple(self.counts),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @classmethod
    def from_toml(cls, text: str, key: str) -> TileSet:
        """Read one tile set file; raise `DataFileError` naming file and key."""
        source = f"tilesets/{key}.toml"
        needed = ("name", "language", "confirmed", "lexicons", "vowels", "tiles")
        data = parse(text, source, needed, optional=("blank_forms",))
        counts, points = {}, {}
        for tile, pair in typed(data, "tiles", dict, source).items():
            if not tile or tile != tile.strip() or set(tile) & set(".[]() "):
                raise DataFileError(source, f"“{tile}” cannot be the name of a tile.")
            if not (
                isinstance(pair, list)
                and len(pair) == 2
                and all(type(n) is int and 0 <= n < 64 for n in pair)
            ):
                raise DataFileError(
                    source, f"tile “{tile}” must be [count, value], both from 0 to 63."
                )
            counts[tile], points[tile] = pair
        if counts.get(BLANK) is None or points[BLANK] != 0:
            raise DataFileError(source, "the blank “?” must be listed, with value 0.")
        forms = {tile: tile.lower() for tile in counts if tile != BLANK}
        unusual = typed(data, "blank_forms", dict, source) if "blank_forms" in data else {}
        for tile in unusual:
            if tile not in forms:
                raise DataFileError(source, f"“blank_forms” names “{tile}”, which is no tile.")
            forms[tile] = typed(unusual, tile, str, source)
        if len(set(forms.values()) | set(counts)) != len(forms) + len(counts):
            raise DataFileError(source, "two tiles share one small form: set “blank_forms”.")
        vowels = texts(data, "vowels", source)
        for vowel in vowels:
            if vowel not in forms:
                raise DataFileError(source, f"“vowels” names “{vowel}”, which is no tile.")
        return cls(
            key=key,
            name=typed(data, "name", str, source),
            language=typed(data, "language", str, source),
            confirmed=typed(data, "confirmed", bool, source),
            lexicons=texts(data, "lexicons", source),
            vowels=frozenset(vowels),
            counts=counts,
            points=points,
            blank_forms=forms,
        )

    def tiles(self, text: str) -> Sequence[str]:
        """Split `text` into tiles, the longest first, brackets allowed (``[CH]ICO``).

        Raises `UnknownTile`.
        """
        values = self.values
        if self.single and "[" not in text:
            for character in text:
                if character not in values and character != BLANK:
                    raise UnknownTile(text, character, self)
            return text
        tiles, at = [], 0
        while at < len(text):
            match = self._scanner.match(text, at)
            if match is None:
                raise UnknownTile(text, text[at], self)
            tiles.append(match.group(1) or match.group(2))
            at = match.end()
        return "".join(tiles) if self.single else tuple(tiles)

    def write(self, tiles: Iterable[str]) -> str:
        """The tiles as one text, those of several characters in brackets; `tiles` reads it back."""
        if self.single:
            return "".join(tiles)
        return "".join(tile if len(tile) == 1 else f"[{tile}]" for tile in tiles)

    def pack(self, tiles: Iterable[str]) -> int:
        """The packed count of some tiles; small forms count as blanks."""
        return sum(map(self.units.__getitem__, tiles))

    def lacks(self, have: int, want: int) -> bool:
        """True when the packed count `want` holds more of some kind than `have` does.

        Each kind's top bit is set in `have` first; a kind that borrows loses it.
        """
        guard = self.guard
        return ((have | guard) - want) & guard != guard

    def unpack(self, packed: int) -> dict[str, int]:
        """How many of each kind a packed count holds; kinds it does not hold are left out."""
        kinds: tuple[str, ...] = self._kinds
        return {
            tile: number
            for place, tile in enumerate(kinds)
            if (number := (packed >> (_BITS * place)) & _FIELD)
        }

    def listed(self, packed: int) -> list[str]:
        """The tiles of a packed count one by one, in the order of the set, blanks last."""
        held = self.unpack(packed)
        blanks = held.pop(BLANK, 0)
        return [tile for tile, number in held.items() for _ in range(number)] + [BLANK] * blanks

    def short(self, have: int, want: int) -> list[str]:
        """The tiles of `want` that `have` cannot supply, one by one."""
        held = self.unpack(have)
        missing: list[str] = []
        for tile, number in self.unpack(want).items():
            missing += [tile] * max(0, number - held.get(tile, 0))
        return missing

    def worth(self, packed: int) -> int:
        """The points of the tiles in a packed count."""
        return sum(number * self.points[tile] for tile, number in self.unpack(packed).items())

    def plain(self, tile: str) -> str:
        """The letter a face shows: a small form gives its tile, a tile itself."""
        for letter, small in self.blank_forms.items():
            if small == tile:
                return letter
        return tile

    _scanner: re.Pattern[str] = field(init=False, repr=False)
    _kinds: tuple[str, ...] = field(init=False, repr=False)
