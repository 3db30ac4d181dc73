/* The board of the typed line, shown beside the field before anything is saved: `4 …` is board 4, `p17 …` player
 * 17. */

const place = document.querySelector("[data-typed-board]");
const { line, by } = place.closest("form").elements;
const grid = document.querySelector(".board-grid"); // the desk has a grid, the results have a table
const words = (element) => element.textContent.replace(/\s+/g, " ").trim();

/* Return the names on a board in the desk's grid: its link has them as a tooltip, with both numbers. */
function ofGrid(number, byPlayer) {
  const isIt = (link) => (byPlayer ? link.dataset.numbers.split(" ").includes(number) : words(link) === number);
  return [...document.querySelectorAll(".board-grid > li > a")].find(isIt)?.title;
}

/* Return the names in a row of the results table. */
function ofTable(number, byPlayer) {
  for (const row of document.querySelectorAll(".boards tbody tr")) {
    const [first, second] = [row.querySelector(".first"), row.querySelector(".second")].map(words);
    const isIt = byPlayer
      ? [first, second].some((name) => name.startsWith(`${number} `))
      : words(row.querySelector(".board")) === number;
    if (isIt) return `${first} – ${second}`;
  }
  return "";
}

function showNames() {
  const [, letter, number] = /^\s*([bp]?)(\d+)/i.exec(line.value) ?? [];
  const byPlayer = letter ? letter.toLowerCase() === "p" : by?.value === "player";
  place.textContent = (number && (grid ? ofGrid : ofTable)(number, byPlayer)) || "\u00a0";
}

line.addEventListener("input", showNames);
document.addEventListener("htmx:afterRequest", () => setTimeout(showNames));
showNames();
