/* Shapes drawn on a board: a tile being laid, the cursor. `board` has its margin, the size of a square and the
 * values of the tiles. */

const SVG = "http://www.w3.org/2000/svg";
const ACCENT = "#0a6469";

export function shape(name, attributes, words) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (words !== undefined) made.textContent = words;
  return made;
}

export const corner = (board, { row, column }) => ({ x: board.margin + column * board.size, y: board.margin + row * board.size });

export function drawTile(board, tile) {
  const made = shape("svg", { ...corner(board, tile), width: 40, height: 40, overflow: "visible" });
  const value = board.values?.[tile.face] ?? 0;
  const ink = { fill: "#1b2124", "font-weight": 600 };
  const edge = { stroke: ACCENT, "stroke-width": 2.5, "stroke-dasharray": "5 3" };
  made.append(shape("rect", { x: 5, y: 5, width: 30, height: 30, rx: 3.5, fill: "#fffdf4", ...edge }));
  const letter = { 1: 21, 2: 18 }[tile.face.length] ?? 13;
  made.append(shape("text", { x: value ? 17.5 : 20, y: 28, "font-size": letter, ...ink }, tile.face));
  if (value) made.append(shape("text", { x: 33, y: 33, "font-size": 10.5, "text-anchor": "end", fill: "#1b2124" }, value));
  else made.append(shape("circle", { cx: 20, cy: 20, r: 12.5, fill: "none", stroke: "#1b2124", "stroke-width": 1.5 }));
  return made;
}

export function drawCursor(board, at, down) {
  const { x, y } = corner(board, at);
  const made = shape("g", {});
  made.append(
    shape("rect", { x: x + 2, y: y + 2, width: 36, height: 36, fill: "none", stroke: ACCENT, "stroke-width": 4 }),
    shape("path", { d: down ? `M${x + 12} ${y + 28}h16l-8 9z` : `M${x + 28} ${y + 12}v16l9-8z`, fill: ACCENT }),
  );
  return made;
}
