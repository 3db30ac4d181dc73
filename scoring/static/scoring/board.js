/* Typing on the board of the pad. A click, or the arrow keys while a square has the focus, select a square;
 * selecting it again changes the direction. Letters lay tiles (with Shift: a blank), Backspace removes the last
 * one, Enter continues with the score. Everything is written into the entry line, and the board shows the play
 * in the line, so the line holds the only state.
 * Squares have accessible names (squares.js): one is announced at each key, and the result of the line when it
 * has the focus.
 *
 * The board may be replaced at any time. Only the last cursor position is kept here. */

import { announce } from "../ninetimer/heard.js";
import { focusLine } from "./entry_line.js";
import { corner, drawCursor, drawTile, shape } from "./shapes.js";
import { board, figure, focusSquare, isOn, keepInSight, lies, nameTyped, readBoard, ready, squareOf } from "./squares.js";
import { fill, texts } from "./texts.js";
import { wordWith } from "./word_case.js";

const form = document.querySelector("[data-entry]");
const line = form?.elements.line;
const cased = form?.querySelector("[data-cased]");
const keys = document.querySelector("[data-board-keys]");

/* Seat and rack, square, word, and the text after the word. */
const PLAY = /^(\s*(?:\d+\s*:\s*)?(?:@\S+\s+)?)(\d{1,2}[a-z]|[a-z]\d{1,2})(?:\s+([^\s@\d]\S*))?(\s.*)?$/i;
const SQUARE = /^(\s*(?:\d+\s*:\s*)?(?:@\S+\s+)?)(?:(?:\d{1,2}[a-z]|[a-z]\d{1,2})(?=\s|$)\s*)?(.*)$/i;
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

let rest = null; // cursor position while the line has no square
let typing = ""; // "line": a square was clicked and the line has the focus; "board": a square has the focus
let blankNext = false; // the blank key was pressed (for screens without Shift)

const after = (at, down, steps = 1) => ({ row: at.row + (down ? steps : 0), column: at.column + (down ? 0 : steps) });
const same = (one, other) => one.row === other.row && one.column === other.column;

function named({ row, column }, down) {
  const letter = String.fromCharCode(65 + column);
  return down ? `${letter}${row + 1}` : `${row + 1}${letter}`;
}

// --- from the line to tiles, and back ---------------------------------------------------------

/* The word with lower case only for blanks, as the server reads it: if it has more lower-case letters than the
 * set has blanks, its upper-case letters are the blanks. */
function withBlanks(word) {
  const small = [...word.replace(/\([^)]*\)?/g, "")].filter((letter) => letter !== letter.toUpperCase());
  const isCased = cased.value === "1";
  if (small.length <= board.blanks) return !isCased && word === word.toLowerCase() ? word.toUpperCase() : word;
  const capitals = [...word.replace(/\([^)]*\)?/g, "")].filter((letter) => letter !== letter.toLowerCase());
  const isOneAmidSmall = capitals.length === 1 && capitals[0] !== word[0];
  if (!isCased && !isOneAmidSmall) return word.toUpperCase();
  return [...word]
    .map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase()))
    .join("");
}

/* The tiles of a typed word: { face, through }. */
function tilesOf(word) {
  const plain = withBlanks(word);
  return [...plain.matchAll(/\(([^()]*)\)?|([^()]+)/g)].flatMap(([, held, free]) =>
    [...(held ?? free).matchAll(board.scanner)].map(([face]) => ({ face, through: held !== undefined || face === "." })),
  );
}

/* The play in the line: its direction, its new tiles and their squares, and the next square; null if there is
 * none. */
function play() {
  const match = PLAY.exec(line.value);
  if (!match || !readBoard()) return null;
  const [, before, square, word = "", figures] = match;
  const down = /^[a-z]/i.test(square);
  const letter = square.match(/[a-z]/i)[0].toUpperCase();
  const start = { row: Number(square.match(/\d+/)[0]) - 1, column: letter.charCodeAt(0) - 65 };
  const laid = [];
  let at = start;
  for (const { face, through } of tilesOf(word)) {
    while (isOn(at) && lies(at) && !through && lies(at).toUpperCase() !== face.toUpperCase()) at = after(at, down);
    if (!through && isOn(at) && !lies(at)) laid.push({ ...at, face });
    at = after(at, down);
  }
  while (isOn(at) && lies(at)) at = after(at, down);
  return { before, word, figures, down, start, laid, next: isOn(at) ? at : null, anchor: laid[0] ?? start };
}

/* Square and word for tiles laid from `anchor`, including adjacent tiles before, between and after them; null if
 * they do not fit. */
function spelled(anchor, down, faces) {
  let start = anchor;
  while (isOn(after(start, down, -1)) && lies(after(start, down, -1))) start = after(start, down, -1);
  let at = start;
  let word = "";
  const left = [...faces];
  while (isOn(at) && (lies(at) || left.length)) {
    // Tiles before and after the anchor are played through.
    word += lies(at) ? `(${lies(at)})` : left.shift();
    at = after(at, down);
  }
  return left.length ? null : { square: named(start, down), word: word.replaceAll(")(", "") };
}

function write(text) {
  line.value = text;
  line.setSelectionRange(text.length, text.length);
  line.dispatchEvent(new Event("input", { bubbles: true }));
}

/* Moves the play in the line to another square or direction, with its tiles. */
function choose(at, down) {
  const now = play();
  rest = { ...at, down };
  const moved = now?.laid.length && board.values ? spelled(at, down, now.laid.map((tile) => tile.face)) : null;
  if (moved) {
    cased.value = "1";
    write(`${now.before}${moved.square} ${moved.word}${now.figures ?? ""}`);
  } else {
    const [, before, behind] = SQUARE.exec(line.value);
    write(`${before}${named(at, down)} ${behind}`);
  }
}

function lay(faces, now, anchor, down) {
  const fresh = spelled(anchor, down, [...faces.join("").matchAll(board.scanner)].map(([face]) => face));
  if (!fresh) return;
  rest = { ...anchor, down };
  cased.value = faces.length ? "1" : "";
  write(faces.length ? `${now?.before ?? ""}${fresh.square} ${fresh.word}` : `${now?.before ?? ""}${named(anchor, down)} `);
}

/* Lays a letter. Without `isBlank`, the key and its case determine whether it is a blank. */
function type(letter, isBlank) {
  const now = play();
  if (!now && line.value.trim()) {
    announce(texts.lineHoldsElse);
    return;
  }
  const anchor = inHand(now);
  const down = now?.down ?? cursor().down;
  const faces = (now?.laid ?? []).map((tile) => tile.face).join("");
  const word = wordWith(faces, letter, { isCased: true, isBlank: blankNext || isBlank });
  blankNext = false;
  lay([...word], now, anchor, down);
}

function takeBack() {
  const now = play();
  if (now?.laid.length) lay(now.laid.slice(0, -1).map((tile) => tile.face), now, now.anchor, now.down);
}

function toScore() {
  if (!/\s$/.test(line.value)) write(`${line.value} `);
  focusLine(line);
}

function empty() {
  cased.value = "";
  typing = "";
  write("");
  document.getElementById("preview").replaceChildren(); // it was about the removed play
  focusLine(line);
}

// --- the cursor -------------------------------------------------------------------------------

function cursor() {
  readBoard();
  const middle = { row: (board.upright - 1) >> 1, column: (board.across - 1) >> 1, down: false };
  return rest && isOn(rest) ? rest : middle;
}

/* The square that a key applies to: the start of the current play or, before a tile is laid, the focused square. */
function inHand(now) {
  return (now?.laid.length ? null : squareOf(document.activeElement)) ?? now?.anchor ?? cursor();
}

/* A step along the direction moves the cursor; a step across it changes the direction first. */
function step(key) {
  const now = play();
  const at = inHand(now);
  const down = now?.down ?? cursor().down;
  const [rows, columns] = ARROWS[key];
  const to = { row: at.row + rows, column: at.column + columns };
  if ((rows !== 0) !== down) choose(at, !down);
  else if (isOn(to)) choose(to, down);
}

function turn() {
  const now = play();
  choose(inHand(now), !(now?.down ?? cursor().down));
}

// --- drawing and announcing -----------------------------------------------------------------------

/* Squares are announced during typing; the result of the line is announced when it has the focus again. */
function hearTheLine(isHeard) {
  document.getElementById("preview").toggleAttribute("data-unheard", !isHeard);
}

function draw() {
  if (!readBoard()) return;
  const now = play();
  for (const old of board.drawing.querySelectorAll("[data-typed]")) old.remove();
  const made = shape("g", { "data-typed": "", "pointer-events": "none" });
  const laid = now && board.values ? now.laid : [];
  made.append(...laid.map((tile) => drawTile(board, tile)));
  nameTyped(laid);
  const scoring = now?.word && now.figures !== undefined;
  const here = laid.length ? null : squareOf(document.activeElement);
  const at = here ?? (now ? now.next : cursor());
  const down = now?.down ?? cursor().down;
  const shown = (now || typing === "board") && !scoring && at && isOn(at);
  const mark = shown ? made.appendChild(drawCursor(board, at, down)) : null;
  board.drawing.append(made);
  if (mark && typing) keepInSight(mark);
  if (!keys) return;
  keys.hidden = !now || Boolean(scoring) || !board.values;
  keys.querySelector("[data-blank]").setAttribute("aria-pressed", String(blankNext));
  keys.querySelector("[data-turn]").textContent = down ? texts.turnAcross : texts.turnDown;
}

// --- what is pressed --------------------------------------------------------------------------

const isLetter = (text) =>
  [...text].length === 1 && (text.toLowerCase() !== text.toUpperCase() || Object.keys(board?.values ?? {}).some((face) => face.includes(text)));

/* Focuses a square after a key: the next one for a tile, or the selected one. If the focus does not move,
 * announces the direction if it changed, otherwise the name of the square, for example at the edge. */
function follow(wasDown) {
  if (!squareOf(document.activeElement)) return;
  const now = play();
  const down = now?.down ?? cursor().down;
  const at = now?.laid.length ? (now.next ?? now.laid.at(-1)) : (now?.start ?? cursor());
  const saying = down ? texts.down : texts.across;
  const isTurned = down !== wasDown;
  if (!focusSquare(at, isTurned ? saying : undefined)) {
    announce(isTurned ? fill(saying, { square: named(at, down) }) : document.activeElement.getAttribute("aria-label"));
  }
  draw();
}

function pressedOnBoard(event) {
  const { key } = event;
  const now = play();
  const wasDown = now?.down ?? cursor().down;
  hearTheLine(false);
  if (key in ARROWS) step(key);
  else if (key === " ") turn();
  else if (key === "Enter") now?.laid.length ? toScore() : turn();
  else if (key === "Backspace") takeBack();
  else if (key === "Escape") empty();
  else if (/^\d$/.test(key) && now?.laid.length) {
    toScore();
    write(line.value + key);
  } else if (isLetter(key) && board.values) type(key, event.shiftKey);
  else return;
  event.preventDefault();
  follow(wasDown);
}

/* The play, if its word is being typed at the end of the line for a clicked square. */
function atWord() {
  if (typing !== "line" || line.selectionStart !== line.value.length) return null;
  const now = play();
  return now && board.values && (!now.word || now.figures === undefined) ? now : null;
}

function pressedInLine(event) {
  if (event.key === "ArrowUp" && !line.value && readBoard()?.grid) {
    focusSquare(cursor());
  } else if (event.key === "Enter" && atWord()?.laid.length) {
    toScore();
  } else if (event.key === "Backspace" && line.selectionEnd === line.value.length && atWord()?.laid.length) {
    takeBack();
  } else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function typedInLine(event) {
  if (event.target !== line || event.inputType !== "insertText") return;
  const now = atWord();
  const isScore = /^\d$/.test(event.data) && now?.laid.length; // a digit needs no Enter before it
  if (!now || !(isScore || isLetter(event.data ?? ""))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (isScore) {
    write(`${line.value} ${event.data}`);
    return;
  }
  type(event.data);
}

function squareAt(event) {
  const { drawing, margin, size } = readBoard();
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  const at = { row: Math.floor((point.y - margin) / size), column: Math.floor((point.x - margin) / size) };
  return isOn(at) ? at : null;
}

/* A click on the drawing. Screen readers click the square itself. */
function clicked(event) {
  const at = squareOf(event.target) ?? squareAt(event);
  if (!at) return;
  const now = play();
  const down = now ? now.down : Boolean(rest?.down);
  typing = "line";
  choose(at, now && same(at, now.anchor) ? !down : down);
  line.focus();
}

/* Enables typing on a board that was just added to the page. */
function takeClicks() {
  figure().classList.add("takes-clicks");
  draw();
}

if (form) {
  if (readBoard()) takeClicks();
  document.addEventListener("newboard", takeClicks);

  let pointing = false; // a click finally focuses the line
  document.addEventListener("pointerdown", (event) => {
    pointing = Boolean(event.target.closest("figure.board"));
  });
  document.addEventListener("click", (event) => {
    pointing = false;
    if (event.target.closest("figure.board > :is(svg, .squares)")) clicked(event);
  });
  document.addEventListener("focusin", (event) => {
    const at = squareOf(event.target);
    if (at && !pointing) typing = "board";
    else if (event.target !== line && event.target !== document.body) typing = "";
    if (at && !play()) rest = { ...at, down: cursor().down };
    draw();
  });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (event.target === line) pressedInLine(event);
      else if (squareOf(event.target)) pressedOnBoard(event);
    },
    true,
  );
  document.addEventListener("beforeinput", typedInLine, true);
  line.addEventListener("input", () => {
    if (document.activeElement === line) hearTheLine(true);
    draw();
  });
  window.addEventListener("resize", draw); // a phone opened its keyboard

  keys?.addEventListener("pointerdown", (event) => event.preventDefault()); // the line keeps the focus
  keys?.addEventListener("click", (event) => {
    const { key } = event.target.closest("button")?.dataset ?? {};
    if (key in ARROWS) step(key);
    else if (event.target.closest("[data-turn]")) turn();
    else if (event.target.closest("[data-blank]")) blankNext = !blankNext;
    typing = "line";
    line.focus({ preventScroll: true });
    draw();
  });

  // Return to the board for the next turn if the focus was there, unless the line has text.
  document.addEventListener("htmx:beforeSend", (event) => {
    const entered = event.detail.requestConfig?.elt === form;
    if (entered) {
      if (typing === "board" && !line.value) focusSquare(cursor());
      hearTheLine(true);
    }
    draw();
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig?.elt !== form) return;
    ready();
    if (typing === "board" && !line.value) focusSquare(cursor());
    else if (typing === "line" && !line.value) typing = "";
    draw();
  });
}
