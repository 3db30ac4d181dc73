/* The board as a grid of named squares, for users without sight or mouse. The squares are laid over the drawing
 * and built from it, so that the page stays small. One of them is reached by Tab. Ctrl (or Alt) with an arrow,
 * Home and End move without affecting the typed word; if nothing is being typed on the board, arrows alone do
 * too. A new board dispatches "newboard" on the document. */

import { cellOf as cellIn, isElsewhere, layGrid as layGridOver, nameOf, reach, readDrawing, squareLedTo, squareOf } from "./named_squares.js";
import { fill, texts } from "./texts.js";

export { squareOf };
export const figure = () => document.querySelector("figure.board");

// --- the board as it is drawn -----------------------------------------------------------------

export let board = null; // updated with every new drawing

export function readBoard() {
  const drawing = figure()?.querySelector("svg");
  if (!drawing || board?.drawing === drawing) return board;
  const values = JSON.parse(figure().dataset.values || "null");
  const faces = Object.keys(values ?? {})
    .sort((one, other) => other.length - one.length)
    .map((face) => face.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  board = {
    ...readDrawing(figure()),
    values,
    blanks: Number(figure().dataset.blanks ?? 0),
    scanner: new RegExp(`\\[(?:${faces.join("|")})\\]|${[...faces, "."].join("|")}`, "gsu"),
  };
  return board;
}

export const lies = ({ row, column }) => board.tiles.get(`${row},${column}`) ?? "";
export const isOn = ({ row, column }) => row >= 0 && column >= 0 && row < board.upright && column < board.across;

// --- squares and their names ------------------------------------------------------------------

const cellOf = (at) => cellIn(board, at);

let typed = []; // the squares with tiles being typed

const call = (at) =>
  cellOf(at).setAttribute("aria-label", nameOf(board, at, typed.find(({ row, column }) => row === at.row && column === at.column)?.face));

/* Names squares by the tiles being typed onto them: `{ row, column, face }`. */
export function nameTyped(tiles) {
  if (!board?.grid) return;
  const before = typed;
  typed = tiles;
  [...before, ...tiles].forEach(call);
}

/* On phones, keyboard and entry line leave little of the board visible: keep the current square above them,
 * within the board's column if that scrolls separately. */
export function keepInSight(mark) {
  const column = mark.closest(".pad-board");
  if (column && column.scrollHeight > column.clientHeight) {
    mark.scrollIntoView({ block: "nearest", behavior: "instant" });
    return;
  }
  const { top, bottom } = mark.getBoundingClientRect();
  const room = Math.min(innerHeight, document.querySelector(".entry-section")?.getBoundingClientRect().top ?? innerHeight);
  if (bottom > room) window.scrollBy({ top: Math.min(bottom - room + 8, top), behavior: "instant" });
  else if (top < 0) window.scrollBy({ top: top - 8, behavior: "instant" });
}

/* Focuses a square; returns false if it already has the focus. `saying` is a sentence for announcing its name
 * once. */
export function focusSquare(at, saying = "{square}") {
  const cell = cellOf(at);
  if (cell === document.activeElement) return false;
  reach(board, at);
  cell.setAttribute("aria-label", fill(saying, { square: cell.getAttribute("aria-label") }));
  cell.addEventListener("blur", () => cell.isConnected && call(at), { once: true });
  cell.focus({ preventScroll: true });
  keepInSight(cell);
  return true;
}

function layGrid() {
  layGridOver(board, texts.board, resting && isOn(resting) ? resting : null);
  if (figure().dataset.values) board.grid.setAttribute("aria-description", texts.boardKeys);
  typed = [];
}

// --- the board is replaced --------------------------------------------------------------------

let resting = null; // the last focused square
let held = null; // the focused square when the board was removed

/* Whether a square has the focus, or had it until the board was just removed. */
export const hasFocus = () => Boolean(squareOf(document.activeElement) ?? (document.activeElement === document.body && held));

export function ready() {
  if (!readBoard() || board.grid?.isConnected) return;
  layGrid();
  if (held && isOn(held) && document.activeElement === document.body) focusSquare(held);
  held = null;
  document.dispatchEvent(new Event("newboard"));
}

// --- reading ----------------------------------------------------------------------------------

document.addEventListener(
  "keydown",
  (event) => {
    if (isElsewhere(event)) return;
    const at = squareOf(event.target);
    const to = at && squareLedTo(board, at, event, !figure().classList.contains("takes-clicks"));
    if (!to) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    focusSquare(to);
  },
  true,
);
document.addEventListener("focusin", (event) => {
  resting = squareOf(event.target) ?? resting;
});
document.addEventListener("htmx:beforeSwap", () => {
  held = squareOf(document.activeElement);
});
ready();
new MutationObserver(ready).observe(document.querySelector("main"), { childList: true, subtree: true });
