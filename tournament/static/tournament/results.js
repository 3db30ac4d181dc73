/* The line of the results screen: entered through the queue of the score pad, so that nothing typed is lost while
 * the server is slow or gone. Lines have nothing to do with each other: one that is asked about holds no other. */

import { requireServer } from "../scoring/alive.js";
import { entryLine } from "../scoring/entry_line.js";

const A_WHILE = 1500; // milliseconds until a server that was gone is asked for again

const form = document.querySelector("[data-entry-line]");
const line = form.elements.line;

const entries = entryLine(form, {
  mark: null,
  inOrder: false,
  notes: () => document.getElementById("confirmation"),
  alarm: "note error",
  change: () => false,
  hasArrived: () => false,
  isQuestion: () => Boolean(form.elements.accepted.value),
  settled,
});

/* What was refused is typed over, unless something else is being typed already. */
function settled() {
  const button = form.querySelector("button");
  button.classList.toggle("next-action", Boolean(document.querySelector("#still-missing[data-missing]")));
  line.focus({ preventScroll: true });
  if (entries.queue.state === "refused") line.select();
  if (entries.queue.state === "offline") tryLater();
}

let timer = 0;
function tryLater() {
  clearTimeout(timer);
  timer = setTimeout(() => requireServer().then(entries.reached, tryLater), A_WHILE);
}

/* While nobody answers, the last line comes back into the field. */
document.addEventListener("keydown", (event) => {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
  if (!isUndo || event.target !== line || line.value || entries.queue.state !== "offline") return;
  event.preventDefault();
  entries.change("undo");
});

entries.recall(() => line.focus({ preventScroll: true }));

/* Whose board is being typed stands below the line before anything is saved: `4 …` board 4, `p17 …` player 17. */
const shownBoard = document.querySelector("[data-typed-board]");
const words = (cell) => cell.textContent.replace(/\s+/g, " ").trim();

function namesTyped() {
  const [, letter, number] = /^\s*([bp]?)(\d+)/i.exec(line.value) ?? [];
  const byPlayer = letter ? letter.toLowerCase() === "p" : form.elements.by.value === "player";
  for (const row of number ? document.querySelectorAll(".boards tbody tr") : []) {
    const [first, second] = [row.querySelector(".first"), row.querySelector(".second")].map(words);
    const isIt = byPlayer
      ? [first, second].some((name) => name.startsWith(`${number} `))
      : words(row.querySelector(".board")) === number;
    if (isIt) return `${first} – ${second}`;
  }
  return "\u00a0";
}

const showNames = () => { shownBoard.textContent = namesTyped(); };
line.addEventListener("input", showNames);
document.addEventListener("htmx:afterRequest", () => setTimeout(showNames));
