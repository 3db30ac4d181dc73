/* One play by itself: it is typed on its board as at the pad (board.js). The play that was checked lies on the board until
 * the line or a square is chosen; then it is what the line holds, and goes where the line goes. */

import { readTiles } from "./named_squares.js";
import { board, figure, readBoard } from "./squares.js";

/* Of a premium square under a tile the label stands above the tile; without the tile it is in the middle again. */
function bare(tile) {
  const [x, y] = ["x", "y"].map((axis) => tile.getAttribute(axis));
  const label = board.drawing.querySelector(`:scope > g > rect[x="${x}"][y="${y}"] + text`);
  label?.removeAttribute("font-size");
  label?.setAttribute("y", Number(y) + board.size / 2 + 4);
}

function liftThePlay() {
  if (!readBoard()) return;
  const laid = [...board.drawing.querySelectorAll(":scope > svg")].filter((tile) => tile.querySelector('[stroke-width="4"]'));
  if (!laid.length) return;
  for (const tile of laid) {
    bare(tile);
    tile.remove();
  }
  readTiles(board);
  figure().querySelector("figcaption").textContent = "\u00a0"; // it told of the play; nothing below moves
}

const isOfThePlay = (element) => element.id === "line" || element.closest("figure.board, [data-board-keys]");

for (const name of ["focusin", "pointerdown"]) {
  document.addEventListener(name, (event) => isOfThePlay(event.target) && liftThePlay(), true);
}

/* Where the board stands beside the line, typing begins in it; on a phone that would scroll the board away. */
if (window.matchMedia("(min-width: 52.01rem)").matches && document.activeElement === document.body) {
  document.querySelector("[data-begin]")?.focus();
}

const printing = document.querySelector("[data-print]");
if (printing) {
  printing.hidden = false;
  printing.querySelector("[data-print-button]").addEventListener("click", () => window.print());
}
