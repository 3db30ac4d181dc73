"""The board with its tiles: laying a play, lifting it, and scoring it.

`Board.lay` replays games at a quarter of a million turns a second, so it works on flat cells (see
`Layout`) and does only what every play needs. `scoring.engine.game.legality` explains why a play
cannot be laid, and `scoring.engine.board.proof` how its score is made up.

A board is mutable. Each replay owns its board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scoring.engine.board.layouts import Layout
from scoring.engine.board.squares import Square
from scoring.engine.board.tiles import TileSet


class DoesNotFit(Exception):
    """The tiles cannot be laid as written. The board is unchanged; `legality.faults` gives the reasons."""


class Board:
    """A layout with tiles on it. `grid` contains the face on every flat cell, or None for an empty cell."""

    __slots__ = (
        "_printed",
        "bingo_bonus",
        "cut_short",
        "grid",
        "laid",
        "laid_packed",
        "layout",
        "rack_size",
        "tile_set",
        "touching",
    )

    def __init__(
        self, layout: Layout, tile_set: TileSet, *, rack_size: int = 7, bingo_bonus: int = 50
    ) -> None:
        self.layout = layout
        self.tile_set = tile_set
        self.rack_size = rack_size
        self.bingo_bonus = bingo_bonus
        self.grid: list[str | None] = [None] * layout.cells
        self._printed = (
            layout.spellings,
            tile_set.values,
            tile_set.units,
            layout.letter_factors,
            layout.word_factors,
            layout.down + 1,
        )
        self.laid: list[int] = []
        """Flat cells of the tiles laid by the last `lay`."""
        self.laid_packed = 0
        """Packed count of the tiles laid by the last `lay`."""
        self.touching = False
        """Whether the last `lay` used or touched a tile that was already on the board."""
        self.cut_short = False
        """Whether the word of the last `lay` is longer on the board than it was written."""

    def copy(self) -> Board:
        """Return an independent board with the same tiles and the same last `lay`."""
        twin = Board(
            self.layout, self.tile_set, rack_size=self.rack_size, bingo_bonus=self.bingo_bonus
        )
        twin.grid = self.grid.copy()
        twin.laid, twin.laid_packed = self.laid, self.laid_packed
        twin.touching, twin.cut_short = self.touching, self.cut_short
        return twin

    def lay(self, coordinate: str, tiles: Sequence[str]) -> int:
        """Lay `tiles` starting at `coordinate` and return the score of the play in points, with any bonus.

        A ``"."`` or the letter itself, as a tile or a blank, stands for a tile already on the board. Tiles
        directly before the first and after the last belong to the word whether they are written or not. The
        play does not have to be connected; see `touching`. Premiums count under new tiles only.

        Raise `DoesNotFit` and leave the board unchanged if the word starts or runs off the board, a ``"."``
        has no tile under it, another letter is already there, a tile is not in the set, or no tile
        is laid.
        """
        grid = self.grid
        spellings, values, units, letter_factors, word_factors, turned = self._printed
        laid: list[int] = []
        main = crosses = packed = 0
        factor = 1
        touching = cut_short = False
        try:
            first, step, room = spellings[coordinate]
            side = turned - step
            cell = first
            for tile in tiles:
                face = grid[cell]
                if face is not None:
                    if tile != "." and tile != face and not self.is_blank_pair(tile, face):
                        raise DoesNotFit
                    main += values[face]
                else:
                    value = values[tile] * letter_factors[cell]
                    main += value
                    word_factor = word_factors[cell]
                    factor *= word_factor
                    before = cell - side
                    after = cell + side
                    if grid[before] is not None or grid[after] is not None:
                        touching = True
                        while (face := grid[before]) is not None:
                            value += values[face]
                            before -= side
                        while (face := grid[after]) is not None:
                            value += values[face]
                            after += side
                        crosses += value * word_factor
                    grid[cell] = tile
                    packed += units[tile]
                    laid.append(cell)
                cell += step
            if len(tiles) > room or not laid:
                raise DoesNotFit
        except (KeyError, IndexError, DoesNotFit):
            for cell in laid:
                grid[cell] = None
            raise DoesNotFit from None
        length = len(tiles)
        if grid[first - step] is not None or grid[cell] is not None:
            cut_short = True
            before = first - step
            while (face := grid[before]) is not None:
                main += values[face]
                before -= step
                length += 1
            while (face := grid[cell]) is not None:
                main += values[face]
                cell += step
                length += 1
        self.laid = laid
        self.laid_packed = packed
        self.touching = touching or length > len(laid)
        self.cut_short = cut_short
        score = main * factor + crosses if length > 1 else crosses or main * factor
        if len(laid) == self.rack_size:
            return score + self.bingo_bonus
        return score

    def is_blank_pair(self, tile: str, face: str) -> bool:
        """Return whether one face is a tile and the other the blank that stands for it."""
        forms = self.tile_set.blank_forms
        return forms.get(tile) == face or forms.get(face) == tile

    def lift(self, cells: Iterable[int]) -> None:
        """Remove the tiles from these flat cells."""
        grid = self.grid
        for cell in cells:
            grid[cell] = None

    def tile_at(self, square: Square) -> str | None:
        """Return the face on a square, or None if the square is empty."""
        return self.grid[self.layout.cell(square)] or None

    @property
    def tiles(self) -> Mapping[Square, str]:
        """The face on every occupied square."""
        return {self.layout.square(cell): face for cell, face in enumerate(self.grid) if face}

    def put_tiles(self, tiles: Mapping[Square, str]) -> None:
        """Put faces on squares directly, for a position that was not played turn by turn."""
        for square, face in tiles.items():
            self.grid[self.layout.cell(square)] = face

    @property
    def packed_tiles(self) -> int:
        """The packed count of all tiles on the board."""
        return self.tile_set.pack(filter(None, self.grid))

    @property
    def is_empty(self) -> bool:
        """Whether the board has no tiles."""
        return not any(self.grid)

    def __str__(self) -> str:
        layout = self.layout
        marks = {1: ".", 2: "'", 3: '"', 4: "^"}
        lines = ["   " + " ".join(chr(64 + column) for column in range(1, layout.columns + 1))]
        for row in range(1, layout.rows + 1):
            shown = []
            for column in range(1, layout.columns + 1):
                cell = row * layout.down + column
                word = layout.word_factors[cell]
                mark = {2: "-", 3: "=", 4: "#"}.get(word) or marks[layout.letter_factors[cell]]
                shown.append(self.grid[cell] or mark)
            lines.append(f"{row:2d} " + " ".join(shown))
        return "\n".join(lines)
