/* The squares of a drawn board with accessible names, as a grid laid over the drawing. It is built from the
 * drawing, so that the page stays small. Keys are handled by squares.js on the pad and boards.js elsewhere. */

import { fill, texts } from "./texts.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const FOREMOST = -1000; // beyond any board

/* The shapes of the drawing by their square, as `row,column` counted from 0. */
function bySquare(shapes, margin, size) {
  const place = (shape, axis) => Math.round((shape[axis].baseVal.value - margin) / size);
  return new Map([...shapes].map((shape) => [`${place(shape, "y")},${place(shape, "x")}`, shape]));
}

/* The tiles on the board, with marks for blanks and for the last play. */
export function readTiles(board) {
  board.tiles = new Map();
  board.marks = new Map();
  for (const [key, tile] of bySquare(board.drawing.querySelectorAll(":scope > svg"), board.margin, board.size)) {
    board.tiles.set(key, tile.querySelector("text").textContent);
    board.marks.set(key, { isBlank: Boolean(tile.querySelector("circle")), isLast: Boolean(tile.querySelector('[stroke-width="4"]')) });
  }
}

/* The board of a figure as drawn. */
export function readDrawing(figure) {
  const drawing = figure.querySelector("svg");
  const margin = Number(drawing.dataset.margin);
  const size = Number(drawing.dataset.size);
  const { width, height } = drawing.viewBox.baseVal;
  const named = JSON.parse(figure.dataset.premiums || "{}");
  const premiums = new Map();
  for (const [key, square] of bySquare(drawing.querySelectorAll(":scope > g > rect"), margin, size)) {
    premiums.set(key, named[square.nextElementSibling.textContent]);
  }
  const across = Math.round((width - margin) / size);
  const upright = Math.round((height - margin) / size);
  const board = { drawing, margin, size, width, height, across, upright, premiums, grid: null };
  readTiles(board);
  return board;
}

const isSmall = (face) => face !== face.toUpperCase();

/* The accessible name of a square: H8, and its content. `laid` is a tile being typed onto it. */
export function nameOf(board, { row, column }, laid) {
  const key = `${row},${column}`;
  const square = `${String.fromCharCode(65 + column)}${row + 1}`;
  const face = laid ?? board.tiles.get(key);
  const premium = board.premiums.get(key);
  if (!face) return fill(premium ? texts.premiumSquare : texts.emptySquare, { square, premium });
  const { isBlank, isLast } = laid ? { isBlank: isSmall(laid) } : board.marks.get(key);
  const tile = fill(isBlank ? texts.blankOn : texts.tileOn, { square, letter: face.toUpperCase() });
  if (laid) return fill(texts.tileTyped, { tile });
  return isLast ? fill(texts.tileOfLastPlay, { tile }) : tile;
}

export const cellOf = (board, { row, column }) => board.grid.children[row].children[column];

/* The square of a grid element; null for any other element. */
export function squareOf(element) {
  const cell = element?.closest?.(".squares [role=gridcell]");
  if (!cell) return null;
  const row = cell.parentElement;
  return { row: [...row.parentElement.children].indexOf(row), column: [...row.children].indexOf(cell) };
}

function element(role, parts = []) {
  const made = document.createElement("div");
  made.setAttribute("role", role);
  made.append(...parts);
  return made;
}

const numbers = (count) => [...Array(count).keys()];

/* Lays the grid over the drawing. `resting` is the square reached by Tab, by default the middle. */
export function layGrid(board, name, resting = null) {
  const { drawing, width, height, margin, size, across, upright } = board;
  const cell = (row, column) => {
    const made = element("gridcell");
    made.setAttribute("aria-label", nameOf(board, { row, column }));
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
  grid.setAttribute("aria-label", name);
  drawing.setAttribute("aria-hidden", "true");
  drawing.after(grid);
  board.grid = grid;
  cellOf(board, resting ?? { row: (upright - 1) >> 1, column: (across - 1) >> 1 }).tabIndex = 0;
}

/* Makes a square the one reached by Tab, and returns its cell. */
export function reach(board, at) {
  const cell = cellOf(board, at);
  board.grid.querySelector('[tabindex="0"]').tabIndex = -1;
  cell.tabIndex = 0;
  return cell;
}

const within = (place, count) => Math.max(0, Math.min(count - 1, place));

/* The square that a key leads to from `at`; null for any other key. With `withArrows`, arrows work without a
 * modifier. */
export function squareLedTo(board, { row, column }, { key, ctrlKey, altKey }, withArrows) {
  const whole = ctrlKey ? FOREMOST : 0;
  let move = null;
  if (key in ARROWS && (ctrlKey || altKey || withArrows)) move = ARROWS[key];
  else if (key === "Home") move = [whole, FOREMOST];
  else if (key === "End") move = [-whole, -FOREMOST];
  return move && { row: within(row + move[0], board.upright), column: within(column + move[1], board.across) };
}

export const isElsewhere = (event) => event.metaKey || event.shiftKey || (event.ctrlKey && event.altKey);
