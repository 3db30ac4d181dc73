"""The tiles of a language, with their counts, values and spelling.

A tile is a string: ``"A"``, ``"CH"``, ``"L·L"``. A blank in a rack is ``"?"``. A blank on the board
is the lower-case form of the tile it stands for (``"a"``, ``"ch"``) and scores nothing. A word is a
sequence of tiles; if every tile of a set is one character, a plain `str` is such a sequence.

Tiles are counted in packed integers: each kind of tile owns eight bits of one `int`, so whole racks
are added and compared in a single operation instead of a loop over a dictionary.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scoring.engine.board.datafile import DataFileError, parse_data_file, typed_strings, typed_value
from scoring.engine.message import Message, Refusal

BLANK = "?"
_BITS_PER_KIND = 8
_COUNT_MASK = (1 << _BITS_PER_KIND) - 1


class UnknownTile(Refusal):
    """The text contains something that is not a tile of the set."""

    def __init__(self, text: str, character: str, tile_set: TileSet) -> None:
        super().__init__(
            Message("not_a_tile_in", tile=character, text=text, tile_set=tile_set.name)
        )
        self.text = text
        self.character = character


@dataclass(frozen=True, eq=False)
class TileSet:
    """The tiles of one language.

    `counts` and `points` are keyed by tile, including the blank ``"?"``. A count of 0 marks a
    letter that only a blank can represent. `blank_forms` maps every other tile to the face of a
    blank that stands for it, usually its lower-case form. Tile sets are compared by identity.
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
    """Points of every face a square can show: those of the tiles, and 0 for every blank."""
    units: dict[str, int] = field(init=False)
    """Packed count of one tile, for every face and for ``"?"``; 0 for ``"."``, a tile played through."""
    full: int = field(init=False)
    """Packed count of the whole set."""
    guard: int = field(init=False)
    """The top bit of every kind of tile; see `lacks`."""
    size: int = field(init=False)
    """Number of tiles in the set."""
    single: bool = field(init=False)
    """Whether every tile is one character, so that a string needs no splitting."""

    def __post_init__(self) -> None:
        units = {tile: 1 << (_BITS_PER_KIND * place) for place, tile in enumerate(self.counts)}
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
            "guard": sum(
                1 << (_BITS_PER_KIND * place + _BITS_PER_KIND - 1)
                for place in range(len(self.counts))
            ),
            "size": sum(self.counts.values()),
            "single": all(len(tile) == 1 for tile in values),
            "_scanner": re.compile(rf"\[({several})\]|({several})"),
            "_kinds": tuple(self.counts),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @classmethod
    def from_toml(cls, text: str, key: str) -> TileSet:
        """Parse the text of a tile set file; `key` is the name of the file without its suffix.

        Raise `DataFileError`, naming the file and the problem, if it is invalid.
        """
        source = f"tilesets/{key}.toml"
        needed = ("name", "language", "confirmed", "lexicons", "vowels", "tiles")
        data = parse_data_file(text, source, needed, optional=("blank_forms",))
        counts, points = {}, {}
        for tile, pair in typed_value(data, "tiles", dict, source).items():
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
        unusual = typed_value(data, "blank_forms", dict, source) if "blank_forms" in data else {}
        for tile in unusual:
            if tile not in forms:
                raise DataFileError(source, f"“blank_forms” names “{tile}”, which is no tile.")
            forms[tile] = typed_value(unusual, tile, str, source)
        if len(set(forms.values()) | set(counts)) != len(forms) + len(counts):
            raise DataFileError(source, "two tiles share one small form: set “blank_forms”.")
        vowels = typed_strings(data, "vowels", source)
        for vowel in vowels:
            if vowel not in forms:
                raise DataFileError(source, f"“vowels” names “{vowel}”, which is no tile.")
        return cls(
            key=key,
            name=typed_value(data, "name", str, source),
            language=typed_value(data, "language", str, source),
            confirmed=typed_value(data, "confirmed", bool, source),
            lexicons=typed_strings(data, "lexicons", source),
            vowels=frozenset(vowels),
            counts=counts,
            points=points,
            blank_forms=forms,
        )

    def split_into_tiles(self, text: str) -> Sequence[str]:
        """Split `text` into tiles, always taking the longest that fits; brackets are allowed (``[CH]ICO``).

        Raise `UnknownTile` for any character that is not part of a tile.
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

    def format_tiles(self, tiles: Iterable[str]) -> str:
        """Return tiles as one string, with brackets around those of several characters; see `split_into_tiles`."""
        if self.single:
            return "".join(tiles)
        return "".join(tile if len(tile) == 1 else f"[{tile}]" for tile in tiles)

    def pack(self, tiles: Iterable[str]) -> int:
        """Return the packed count of some tiles; lower-case forms count as blanks.

        Raise `KeyError` for a tile that is not in the set.
        """
        return sum(map(self.units.__getitem__, tiles))

    def lacks(self, have: int, want: int) -> bool:
        """Return whether the packed count `want` has more tiles of some kind than `have`.

        The top bit of each kind is set in `have` before subtracting; a kind that has to borrow
        loses it.
        """
        guard = self.guard
        return ((have | guard) - want) & guard != guard

    def unpack(self, packed: int) -> dict[str, int]:
        """Return the number of tiles of each kind in a packed count, leaving out kinds with none."""
        kinds: tuple[str, ...] = self._kinds
        return {
            tile: number
            for place, tile in enumerate(kinds)
            if (number := (packed >> (_BITS_PER_KIND * place)) & _COUNT_MASK)
        }

    def tile_list(self, packed: int) -> list[str]:
        """Return the tiles of a packed count one by one, in the order of the set, blanks last."""
        held = self.unpack(packed)
        blanks = held.pop(BLANK, 0)
        return [tile for tile, number in held.items() for _ in range(number)] + [BLANK] * blanks

    def missing_tiles(self, have: int, want: int) -> list[str]:
        """Return the tiles of `want` that are missing from `have`, one by one."""
        held = self.unpack(have)
        missing: list[str] = []
        for tile, number in self.unpack(want).items():
            missing += [tile] * max(0, number - held.get(tile, 0))
        return missing

    def points_of(self, packed: int) -> int:
        """Return the points of the tiles in a packed count."""
        return sum(number * self.points[tile] for tile, number in self.unpack(packed).items())

    def letter_of(self, tile: str) -> str:
        """Return the letter shown by a face: the tile itself, or the tile that a blank stands for."""
        for letter, small in self.blank_forms.items():
            if small == tile:
                return letter
        return tile

    _scanner: re.Pattern[str] = field(init=False, repr=False)
    _kinds: tuple[str, ...] = field(init=False, repr=False)
