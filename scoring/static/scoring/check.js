/* Laying a position by hand: click a square (again to turn the direction) and type, or arrows and letters.
 * What is laid is written into the text beside the board, which is what is sent; without this file it is pasted. */

const figure = document.querySelector("[data-laying]");
const text = document.getElementById("position");

if (figure && text) {
  const drawing = figure.querySelector("svg");
  const margin = Number(drawing.dataset.margin);
  const size = Number(drawing.dataset.size);
  const values = JSON.parse(figure.dataset.values);
  const SVG = "http://www.w3.org/2000/svg";
  const PIECES = /\[([^[\]]+)\]|([^[\]])/gu;

  let cells = read(figure.dataset.rows);
  const rows = cells.length;
  const columns = cells[0].length;
  let cursor = null; // { row, column, down }

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

  function shape(name, attributes, words) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (words !== undefined) made.textContent = words;
    return made;
  }

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

  function draw() {
    for (const old of drawing.querySelectorAll(":scope > svg, [data-cursor]")) old.remove();
    cells.forEach((row, r) =>
      row.forEach((face, c) => {
        if (face) drawing.append(tile(face, r, c));
      }),
    );
    if (!cursor) return;
    const x = margin + cursor.column * size;
    const y = margin + cursor.row * size;
    const mark = shape("g", { "data-cursor": "", "pointer-events": "none" });
    const frame = { x: x + 2, y: y + 2, width: size - 4, height: size - 4, fill: "none", stroke: "#0a6469", "stroke-width": 4 };
    mark.append(shape("rect", frame));
    const arrow = cursor.down
      ? `M${x + 14} ${y + size - 9}h12l-6 8z`
      : `M${x + size - 9} ${y + 14}v12l8-6z`;
    mark.append(shape("path", { d: arrow, fill: "#0a6469" }));
    drawing.append(mark);
  }

  function changed() {
    text.value = written();
    draw();
  }

  function move(steps) {
    const key = cursor.down ? "row" : "column";
    const most = (cursor.down ? rows : columns) - 1;
    cursor[key] = Math.max(0, Math.min(most, cursor[key] + steps));
  }

  /* A face of the set for a typed letter, small with Shift; "" when the set has no such tile. */
  function face(key, blank) {
    const capital = key.toLocaleUpperCase();
    const small = key.toLocaleLowerCase();
    const wanted = blank ? small : capital;
    return wanted in values ? wanted : "";
  }

  figure.classList.add("laying");
  figure.tabIndex = 0;
  figure.setAttribute("role", "region");
  figure.setAttribute(
    "aria-label",
    "The position. Arrows move, letters lay tiles, Shift and a letter a blank, Backspace takes one off, Enter turns the direction.",
  );
  for (const help of document.querySelectorAll("[data-laying-help]")) help.hidden = false;

  let pointing = false; // the focus comes from a click, which chooses the square itself
  figure.addEventListener("pointerdown", () => {
    pointing = true;
  });

  drawing.addEventListener("click", (event) => {
    pointing = false;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
    const column = Math.floor((point.x - margin) / size);
    const row = Math.floor((point.y - margin) / size);
    if (row < 0 || column < 0 || row >= rows || column >= columns) return;
    const same = cursor && cursor.row === row && cursor.column === column;
    cursor = { row, column, down: same ? !cursor.down : (cursor?.down ?? false) };
    figure.focus({ preventScroll: true });
    draw();
  });

  figure.addEventListener("focus", () => {
    if (!pointing) cursor ??= { row: (rows - 1) >> 1, column: (columns - 1) >> 1, down: false };
    draw();
  });

  figure.addEventListener("blur", () => {
    for (const mark of drawing.querySelectorAll("[data-cursor]")) mark.remove();
  });

  const ARROWS = {
    ArrowUp: [-1, 0, true],
    ArrowDown: [1, 0, true],
    ArrowLeft: [0, -1, false],
    ArrowRight: [0, 1, false],
  };

  figure.addEventListener("keydown", (event) => {
    if (!cursor || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (key in ARROWS) {
      const [down, right, isDown] = ARROWS[key];
      cursor.row = Math.max(0, Math.min(rows - 1, cursor.row + down));
      cursor.column = Math.max(0, Math.min(columns - 1, cursor.column + right));
      cursor.down = isDown;
      draw();
    } else if (key === "Enter") {
      cursor.down = !cursor.down;
      draw();
    } else if (key === " " || key === ".") {
      cells[cursor.row][cursor.column] = "";
      move(1);
      changed();
    } else if (key === "Backspace") {
      if (!cells[cursor.row][cursor.column]) move(-1);
      cells[cursor.row][cursor.column] = "";
      changed();
    } else if (key === "Delete") {
      cells[cursor.row][cursor.column] = "";
      changed();
    } else if ([...key].length === 1 && face(key, event.shiftKey)) {
      cells[cursor.row][cursor.column] = face(key, event.shiftKey);
      move(1);
      changed();
    } else {
      return;
    }
    event.preventDefault();
  });

  /* What is typed into the text shows on the board as soon as it is a whole position. */
  text.addEventListener("input", () => {
    const fresh = read(text.value);
    if (fresh.length === rows && fresh.every((row) => row.length === columns)) {
      cells = fresh;
      draw();
    }
  });
}

const printing = document.querySelector("[data-print]");
if (printing) {
  printing.hidden = false;
  printing.querySelector("[data-print-button]").addEventListener("click", () => window.print());
}
