/* Boards to look at, of a dispute and of a play that is checked: read square by square, as at the pad. One on which a
 * position is laid says what lies there now. */

import { cellOf, isElsewhere, layGrid, nameOf, reach, readDrawing, readTiles, squareLedTo, squareOf } from "./named_squares.js";
import { texts } from "./texts.js";

const boards = new Map(); // by the element of their grid

function callAnew(board) {
  readTiles(board);
  for (let row = 0; row < board.upright; row += 1) {
    for (let column = 0; column < board.across; column += 1) {
      cellOf(board, { row, column }).setAttribute("aria-label", nameOf(board, { row, column }));
    }
  }
}

function lay(figure) {
  const board = readDrawing(figure);
  layGrid(board, figure.dataset.name || texts.board);
  boards.set(board.grid, board);
  new MutationObserver(() => callAnew(board)).observe(board.drawing, { childList: true });
}

document.querySelectorAll("figure.board[data-premiums]").forEach(lay);

document.addEventListener("keydown", (event) => {
  const at = isElsewhere(event) ? null : squareOf(event.target);
  const board = at && boards.get(event.target.closest(".squares"));
  const to = board && squareLedTo(board, at, event, true);
  if (!to) return;
  event.preventDefault();
  reach(board, to).focus();
});
