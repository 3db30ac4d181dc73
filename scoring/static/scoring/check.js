/* Laying a position by hand: choose a square (again to turn the direction) and type. A line beside the board has the
 * focus, so that a phone opens its keyboard; the letters typed into it since the square was chosen lie on the board.
 * What is laid is written into the text of the position, which is what is sent; without this file it is pasted. */

import { drawCursor, shape } from "./shapes.js";
import { fill, texts } from "./texts.js";

const figure = document.querySelector("[data-laying]");
const text = document.getElementById("position");

if (figure && text) {
  const drawing = figure.querySelector("svg");
  const laying = figure.querySelector("[data-laying-line]");
  const line = laying.querySelector("input");
  const keys = figure.querySelector("[data-board-keys]");
  const counted = figure.querySelector("[data-laying-count]");
  const margin = Number(drawing.dataset.margin);
  const size = Number(drawing.dataset.size);
  const values = JSON.parse(figure.dataset.values);
  const positions = JSON.parse(document.getElementById("position-texts").textContent);
  const PIECES = /\[([^[\]]+)\]|([^[\]])/gu;
  const escaped = (face) => face.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const faces = Object.keys(values).sort((one, other) => other.length - one.length);
  const FACES = new RegExp([...faces.map(escaped), "[^]"].join("|"), "giu");

  let cells = read(figure.dataset.rows);
  const rows = cells.length;
  const columns = cells[0].length;
  let cursor = null; // { row, column, down }: where the next tile lies
  let run = null; // { row, column, down, cells }: where the letters of the line begin, and what lay there before them
  let blankNext = false;

  function read(written) {
    return written
      .replace(/\n$/, "")
      .split("\n")
      .map((row) => [...row.matchAll(PIECES)].map(([, long, short]) => (long ?? (/[.\-_ ]/.test(short) ? "" : short))));
  }

  function written() {
    return cells
      .map((row) => row.map((face) => (face === "" ? "." : face.length > 1 ? `[${face}]` : face)).join(""))
      .join("\n");
  }

  // --- drawing ------------------------------------------------------------------------------

  function tile(face, row, column) {
    const place = { x: margin + column * size, y: margin + row * size, width: size, height: size, overflow: "visible" };
    const made = shape("svg", place);
    const value = values[face] ?? 0;
    const letter = { 1: 24, 2: 18 }[face.length] ?? 13;
    const ink = { fill: "#1b2124" };
    const body = { x: 1.5, y: 1.5, width: 37, height: 37, rx: 3.5, fill: "#f5ecd2", stroke: "#9a8a5c" };
    made.append(shape("rect", body));
    made.append(shape("text", { x: value ? 17.5 : 20, y: 28, "font-size": letter, "font-weight": 600, ...ink }, face));
    if (value) {
      made.append(shape("text", { x: 36, y: 35, "font-size": 10.5, "text-anchor": "end", ...ink }, String(value)));
    } else {
      made.append(shape("circle", { cx: 20, cy: 20, r: 14.5, fill: "none", stroke: "#1b2124", "stroke-width": 1.5 }));
    }
    return made;
  }

  /* What the board shows, in words: the play that was checked is no longer on it when a tile is laid. */
  function count() {
    const number = cells.flat().filter(Boolean).length;
    counted.textContent = number
      ? fill(positions.forms[positions.formOf[number]], { count: number })
      : texts.emptyBoard;
    drawing.querySelector("title").textContent = counted.textContent;
  }

  function mark() {
    drawing.querySelector(":scope > [data-cursor]")?.remove();
    const typing = document.activeElement === line;
    if (typing) keys.hidden = false; // and they stay: nothing moves under a finger on its way elsewhere
    keys.querySelector("[data-turn]").textContent = cursor?.down ? texts.turnAcross : texts.turnDown;
    keys.querySelector("[data-blank]").setAttribute("aria-pressed", String(blankNext));
    if (!cursor || !typing) return;
    const made = drawCursor({ margin, size }, cursor, cursor.down);
    made.setAttribute("data-cursor", "");
    made.setAttribute("pointer-events", "none");
    drawing.append(made);
    keepInSight(made);
  }

  /* The keyboard of a phone leaves little of the board: the square in hand stays above the line. */
  function keepInSight(made) {
    const { top, bottom } = made.getBoundingClientRect();
    const room = laying.getBoundingClientRect().top;
    if (bottom > room) window.scrollBy({ top: Math.min(bottom - room + 8, top), behavior: "instant" });
    else if (top < 0) window.scrollBy({ top: top - 8, behavior: "instant" });
  }

  function draw() {
    for (const old of drawing.querySelectorAll(":scope > svg")) old.remove();
    cells.forEach((row, r) =>
      row.forEach((face, c) => {
        if (face) drawing.append(tile(face, r, c));
      }),
    );
    count();
    mark();
  }

  function changed() {
    text.value = written();
    draw();
  }

  // --- where the next tile lies ---------------------------------------------------------------

  const held = (number, most) => Math.max(0, Math.min(most - 1, number));
  const ahead = ({ row, column, down }, steps) => ({
    row: held(row + (down ? steps : 0), rows),
    column: held(column + (down ? 0 : steps), columns),
    down,
  });

  /* The line begins anew at the cursor; what was typed so far stays laid. */
  function begin(at) {
    cursor = at;
    line.value = "";
    run = { ...cursor, cells: cells.map((row) => [...row]) };
    mark();
  }

  const middle = () => ({ row: (rows - 1) >> 1, column: (columns - 1) >> 1, down: false });

  /* The letters of the line, laid from where it begins: a capital is a blank, a dot or a space leaves a square empty. */
  function lay() {
    cells = run.cells.map((row) => [...row]);
    const room = run.down ? rows - run.row : columns - run.column;
    let steps = 0;
    for (const [typed] of line.value.matchAll(FACES)) {
      const isEmpty = /[.\-_ ]/.test(typed);
      const isBlank = typed[0] !== typed[0].toLocaleLowerCase();
      const face = isBlank ? typed.toLocaleLowerCase() : typed.toLocaleUpperCase();
      if ((!isEmpty && !(face in values)) || steps === room) continue; // no tile of this set, or no square for it
      const at = ahead(run, steps);
      cells[at.row][at.column] = isEmpty ? "" : face;
      steps += 1;
    }
    cursor = ahead(run, steps);
    changed();
  }

  function takeOff() {
    if (!cells[cursor.row][cursor.column]) cursor = ahead(cursor, -1);
    cells[cursor.row][cursor.column] = "";
    begin(cursor);
    changed();
  }

  const turn = () => begin({ ...cursor, down: !cursor.down });

  const ARROWS = { ArrowUp: [-1, 0, true], ArrowDown: [1, 0, true], ArrowLeft: [0, -1, false], ArrowRight: [0, 1, false] };

  function step(key) {
    const [down, right, isDown] = ARROWS[key];
    begin({ row: held(cursor.row + down, rows), column: held(cursor.column + right, columns), down: isDown });
  }

  // --- what is pressed ------------------------------------------------------------------------

  figure.classList.add("laying");
  for (const part of figure.querySelectorAll("[data-laying-help]")) part.hidden = false;

  drawing.addEventListener("click", (event) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
    const column = Math.floor((point.x - margin) / size);
    const row = Math.floor((point.y - margin) / size);
    if (row < 0 || column < 0 || row >= rows || column >= columns) return;
    const same = cursor && cursor.row === row && cursor.column === column;
    begin({ row, column, down: same ? !cursor.down : (cursor?.down ?? false) });
    line.focus({ preventScroll: true });
    mark();
  });

  line.addEventListener("focus", () => {
    if (!run) begin(cursor ?? middle());
    mark();
  });
  line.addEventListener("blur", mark);

  let hard = { key: "", shiftKey: false }; // the last key that went down
  line.addEventListener("keydown", (event) => {
    hard = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const { key } = event;
    if (key in ARROWS) step(key);
    else if (key === "Enter") turn();
    else if (key === "Delete" || (key === "Backspace" && !line.value)) takeOff();
    else return;
    event.preventDefault();
  });

  /* A keyboard with a Shift of its own: the capitals lock makes no blanks. The key for a blank holds for one letter. */
  line.addEventListener("beforeinput", (event) => {
    if (event.inputType !== "insertText" || [...(event.data ?? "")].length !== 1) return;
    const isNamed = hard.key && hard.key !== "Unidentified";
    if (!isNamed && !blankNext) return;
    event.preventDefault();
    const isBlank = blankNext || hard.shiftKey;
    blankNext = false;
    const letter = isBlank ? event.data.toLocaleUpperCase() : event.data.toLocaleLowerCase();
    line.setRangeText(letter, line.selectionStart, line.selectionEnd, "end");
    lay();
  });
  line.addEventListener("input", () => {
    if (blankNext && line.value) {
      // A keyboard that writes whole words asks nobody before: its last letter is the one meant.
      blankNext = false;
      line.value = line.value.slice(0, -1) + line.value.slice(-1).toLocaleUpperCase();
    }
    lay();
  });

  laying.addEventListener("pointerdown", (event) => {
    if (event.target.closest("button")) event.preventDefault(); // the line keeps the focus
  });
  laying.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    cursor ??= middle();
    const { key } = button.dataset;
    if (key in ARROWS) step(key);
    else if (button.matches("[data-turn]")) turn();
    else if (button.matches("[data-take-off]")) takeOff();
    else if (button.matches("[data-blank]")) blankNext = !blankNext;
    line.focus({ preventScroll: true });
    mark();
  });
  window.addEventListener("resize", mark); // the keyboard of a phone has opened

  /* What is typed into the text shows on the board as soon as it is a whole position. */
  text.addEventListener("input", () => {
    const fresh = read(text.value);
    if (fresh.length === rows && fresh.every((row) => row.length === columns)) {
      cells = fresh;
      run = null;
      line.value = "";
      draw();
    }
  });
}

/* Where the board stands beside the form typing begins in it; on a phone that would scroll the board away. */
if (window.matchMedia("(min-width: 52.01rem)").matches && document.activeElement === document.body) {
  document.querySelector("[data-begin]")?.focus();
}

const printing = document.querySelector("[data-print]");
if (printing) {
  printing.hidden = false;
  printing.querySelector("[data-print-button]").addEventListener("click", () => window.print());
}
