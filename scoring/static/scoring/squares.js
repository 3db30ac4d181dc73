/* The board as a grid of squares with names, for whoever does not see it or has no mouse. The squares lie over the
 * drawing, each in its place, and are made from it, so that the page weighs no more. One of them is reached by Tab. Ctrl
 * (or Alt) with an arrow, Home and End read on without touching what is being typed; where nothing is typed on the
 * board, the arrows alone do too. A new board puts "newboard" to the document. */

import { fill, texts } from "./texts.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const FOREMOST = -1000; // further than any board

export const figure = () => document.querySelector("figure.board");

// --- the board as it is drawn -----------------------------------------------------------------

export let board = null; // read anew whenever the drawing is a new one

/* The shapes of the drawing by the square they stand on, as `row,column` counted from 0. */
function bySquare(shapes, margin, size) {
  const place = (shape, axis) => Math.round((shape[axis].baseVal.value - margin) / size);
  return new Map([...shapes].map((shape) => [`${place(shape, "y")},${place(shape, "x")}`, shape]));
}

export function readBoard() {
  const drawing = figure()?.querySelector("svg");
  if (!drawing || board?.drawing === drawing) return board;
  const margin = Number(drawing.dataset.margin);
  const size = Number(drawing.dataset.size);
  const { width, height } = drawing.viewBox.baseVal;
  const tiles = new Map();
  const marks = new Map();
  for (const [key, tile] of bySquare(drawing.querySelectorAll(":scope > svg"), margin, size)) {
    tiles.set(key, tile.querySelector("text").textContent);
    marks.set(key, { isBlank: Boolean(tile.querySelector("circle")), isLast: Boolean(tile.querySelector('[stroke-width="4"]')) });
  }
  const named = JSON.parse(figure().dataset.premiums || "{}");
  const premiums = new Map();
  for (const [key, square] of bySquare(drawing.querySelectorAll(":scope > g > rect"), margin, size)) {
    premiums.set(key, named[square.nextElementSibling.textContent]);
  }
  const values = JSON.parse(figure().dataset.values || "null");
  const faces = Object.keys(values ?? {})
    .sort((one, other) => other.length - one.length)
    .map((face) => face.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  board = {
    drawing,
    margin,
    size,
    width,
    height,
    across: Math.round((width - margin) / size),
    upright: Math.round((height - margin) / size),
    tiles,
    marks,
    premiums,
    values,
    blanks: Number(figure().dataset.blanks ?? 0),
    scanner: new RegExp(`\\[(?:${faces.join("|")})\\]|${[...faces, "."].join("|")}`, "gsu"),
    grid: null,
  };
  return board;
}

export const lies = ({ row, column }) => board.tiles.get(`${row},${column}`) ?? "";
export const isOn = ({ row, column }) => row >= 0 && column >= 0 && row < board.upright && column < board.across;

// --- squares and their names ------------------------------------------------------------------

const isSmall = (face) => face !== face.toUpperCase();

/* What a square is called: H8, and what is to be known of it. `laid` is the tile that is being typed onto it. */
function nameOf({ row, column }, laid) {
  const key = `${row},${column}`;
  const square = `${String.fromCharCode(65 + column)}${row + 1}`;
  const face = laid ?? lies({ row, column });
  const premium = board.premiums.get(key);
  if (!face) return fill(premium ? texts.premiumSquare : texts.emptySquare, { square, premium });
  const { isBlank, isLast } = laid ? { isBlank: isSmall(laid) } : board.marks.get(key);
  const tile = fill(isBlank ? texts.blankOn : texts.tileOn, { square, letter: face.toUpperCase() });
  if (laid) return fill(texts.tileTyped, { tile });
  return isLast ? fill(texts.tileOfLastPlay, { tile }) : tile;
}

const cellOf = ({ row, column }) => board.grid.children[row].children[column];

/* The square that an element of the grid stands for; null for any other element. */
export function squareOf(element) {
  const cell = element?.closest?.(".squares [role=gridcell]");
  if (!cell) return null;
  const row = cell.parentElement;
  return { row: [...row.parentElement.children].indexOf(row), column: [...row.children].indexOf(cell) };
}

let typed = []; // the squares onto which tiles are being typed

const call = (at) =>
  cellOf(at).setAttribute("aria-label", nameOf(at, typed.find(({ row, column }) => row === at.row && column === at.column)?.face));

/* Calls squares by the tiles, `{ row, column, face }`, that are being typed onto them. */
export function nameTyped(tiles) {
  if (!board?.grid) return;
  const before = typed;
  typed = tiles;
  [...before, ...tiles].forEach(call);
}

/* On a phone the keyboard and the entry line leave little of the board: the square in hand stays above them. */
export function keepInSight(mark) {
  const { top, bottom } = mark.getBoundingClientRect();
  const room = Math.min(innerHeight, document.querySelector(".entry-section")?.getBoundingClientRect().top ?? innerHeight);
  if (bottom > room) window.scrollBy({ top: Math.min(bottom - room + 8, top), behavior: "instant" });
  else if (top < 0) window.scrollBy({ top: top - 8, behavior: "instant" });
}

/* Gives a square the focus; false where it has it already. `saying` is a sentence that its name is put into, once. */
export function focusSquare(at, saying = "{square}") {
  const cell = cellOf(at);
  if (cell === document.activeElement) return false;
  board.grid.querySelector('[tabindex="0"]').tabIndex = -1;
  cell.tabIndex = 0;
  cell.setAttribute("aria-label", fill(saying, { square: cell.getAttribute("aria-label") }));
  cell.addEventListener("blur", () => cell.isConnected && call(at), { once: true });
  cell.focus({ preventScroll: true });
  keepInSight(cell);
  return true;
}

function element(role, parts = []) {
  const made = document.createElement("div");
  made.setAttribute("role", role);
  made.append(...parts);
  return made;
}

const numbers = (count) => [...Array(count).keys()];

function layGrid() {
  const { drawing, width, height, margin, size, across, upright } = board;
  const cell = (row, column) => {
    const made = element("gridcell");
    made.setAttribute("aria-label", nameOf({ row, column }));
    made.tabIndex = -1;
    return made;
  };
  const rows = numbers(upright).map((row) => element("row", numbers(across).map((column) => cell(row, column))));
  const grid = element("grid", rows);
  const share = (length) => `${(100 * length) / width}%`;
  const behind = (whole, squares) => share(whole - margin - squares * size);
  grid.className = "squares";
  grid.dir = "ltr";
  grid.style.aspectRatio = `${width} / ${height}`;
  grid.style.padding = `${share(margin)} ${behind(width, across)} ${behind(height, upright)} ${share(margin)}`;
  grid.setAttribute("aria-label", texts.board);
  if (figure().dataset.values) grid.setAttribute("aria-description", texts.boardKeys);
  drawing.setAttribute("aria-hidden", "true");
  drawing.after(grid);
  board.grid = grid;
  typed = [];
  cellOf(resting && isOn(resting) ? resting : { row: (upright - 1) >> 1, column: (across - 1) >> 1 }).tabIndex = 0;
}

// --- the board is replaced --------------------------------------------------------------------

let resting = null; // the square that had the focus last
let held = null; // the square that had it when the board was taken away

/* Whether a square has the focus, or had it until the board was taken away just now. */
export const hasFocus = () => Boolean(squareOf(document.activeElement) ?? (document.activeElement === document.body && held));

export function ready() {
  if (!readBoard() || board.grid?.isConnected) return;
  layGrid();
  if (held && isOn(held) && document.activeElement === document.body) focusSquare(held);
  held = null;
  document.dispatchEvent(new Event("newboard"));
}

// --- reading ----------------------------------------------------------------------------------

const within = (place, count) => Math.max(0, Math.min(count - 1, place));

/* The square that a key leads to from `at`; null for any other key. */
function read({ row, column }, { key, ctrlKey, altKey }) {
  const isAside = ctrlKey || altKey;
  const isTypedOn = figure().classList.contains("takes-clicks");
  const whole = ctrlKey ? FOREMOST : 0;
  let move = null;
  if (key in ARROWS && (isAside || !isTypedOn)) move = ARROWS[key];
  else if (key === "Home") move = [whole, FOREMOST];
  else if (key === "End") move = [-whole, -FOREMOST];
  return move && { row: within(row + move[0], board.upright), column: within(column + move[1], board.across) };
}

document.addEventListener(
  "keydown",
  (event) => {
    if (event.metaKey || event.shiftKey || (event.ctrlKey && event.altKey)) return;
    const at = squareOf(event.target);
    const to = at && read(at, event);
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
