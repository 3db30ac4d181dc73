/* Checking a play: it is typed on the board as on the pad (board.js). The checked play stays on the board until
 * the line or a square is selected; then the board shows the play in the line. */

import { readTiles } from "./named_squares.js";
import { board, figure, readBoard } from "./squares.js";

/* The label of a premium square is above the tile on it, and in the centre once the tile is removed. */
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
  figure().querySelector("figcaption").textContent = "\u00a0"; // it described the play; nothing below moves
}

const isOfThePlay = (element) => element.id === "line" || element.closest("figure.board, [data-board-keys]");

for (const name of ["focusin", "pointerdown"]) {
  document.addEventListener(name, (event) => isOfThePlay(event.target) && liftThePlay(), true);
}

/* Start typing on the board if it is beside the line. On phones that would scroll the board out of view. */
if (window.matchMedia("(min-width: 52.01rem)").matches && document.activeElement === document.body) {
  document.querySelector("[data-begin]")?.focus();
}

const printing = document.querySelector("[data-print]");
if (printing) {
  printing.hidden = false;
  printing.querySelector("[data-print-button]").addEventListener("click", () => window.print());
}
