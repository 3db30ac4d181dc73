"""The content of every square in a board diagram."""

from scoring import catalogue
from scoring.engine.board.board import Board
from scoring.engine.board.diagram import Cell, diagram
from scoring.engine.board.squares import Square
from tests.scoring.engine.positions import board, lay


def test_every_square_shows_its_premium_tile_and_value():
    position = board("8G CaT")
    drawn = diagram(position, position.laid)
    assert drawn.cells[7][6] == Cell(Square(8, 7), None, "C", 3, False, True, False)
    assert drawn.cells[7][7] == Cell(Square(8, 8), "DWS", "a", 0, True, True, True)
    assert drawn.cells[0][0] == Cell(Square(1, 1), "TWS", None, 0, False, False, False)
    lay(position, "8F S...")
    drawn = diagram(position, position.laid)  # only tiles of the last play are marked
    assert [str(c.square) for row in drawn.cells for c in row if c.is_last] == ["F8"]
    position = board("8H CHICO", tile_set=catalogue.tile_set("spanish"))
    cell = diagram(position).cells[7][7]
    assert (cell.tile, cell.value) == ("CH", 5)


def test_drawing_has_the_size_and_start_square_of_its_board():
    for layout in catalogue.layouts().values():
        drawn = diagram(Board(layout, catalogue.tile_set("spanish")))
        assert (drawn.rows, drawn.columns) == (layout.rows, layout.columns)
        cells = [cell for row in drawn.cells for cell in row]
        assert len(cells) == layout.rows * layout.columns
        assert [cell.square for cell in cells if cell.is_start] == [layout.start]
        assert sum(cell.premium is not None for cell in cells) == len(layout.premiums)
