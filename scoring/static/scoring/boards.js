/* Read-only boards, of a dispute or a checked play, with squares readable one by one as on the pad. A board for
 * laying a position announces the tiles on it. */

import { cellOf, isElsewhere, layGrid, nameOf, reach, readDrawing, readTiles, squareLedTo, squareOf } from "./named_squares.js";
import { texts } from "./texts.js";

const boards = new Map(); // by grid element

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
