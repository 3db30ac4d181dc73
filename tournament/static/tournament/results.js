/* The line of the results screen and of the desk, sent through the queue of the score pad, so that nothing typed is lost while
 * the server is slow or unreachable. Lines are independent: a question about one does not hold up the others. */

import { requireServer } from "../scoring/alive.js";
import { entryLine, focusLine } from "../scoring/entry_line.js";

const A_WHILE = 1500; // milliseconds before an unreachable server is tried again

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
  passedOver,
  settled,
});

/* Typing without looking continues after a line that has returned to the field, or over it: another board with
 * other scores is a line of its own. */
function passedOver(given, text) {
  const typed = text.startsWith(given) ? text.slice(given.length) : text;
  const [board, ...scores] = typed.trim().split(/[\s/*]+/);
  const [givenBoard, ...givenScores] = given.trim().split(/[\s/*]+/);
  const isAnother = board !== givenBoard && String(scores) !== String(givenScores);
  return /^[bp]?\d+$/i.test(board) && scores.length && isAnother ? typed : "";
}

/* Select a refused line to be typed over, unless something else is being typed already. */
function settled() {
  focusLine(line, document.getElementById("confirmation"));
  if (entries.queue.state === "refused") line.select();
  if (entries.queue.state === "offline") tryLater();
}

let timer = 0;
function tryLater() {
  clearTimeout(timer);
  timer = setTimeout(() => requireServer().then(entries.reached, tryLater), A_WHILE);
}

/* While the server does not answer, the last line returns to the field. */
document.addEventListener("keydown", (event) => {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
  if (!isUndo || event.target !== line || line.value || entries.queue.state !== "offline") return;
  event.preventDefault();
  entries.change("undo");
});

/* Enter moves on while a result is missing, whoever entered the last one. */
document.addEventListener("htmx:afterSettle", () => {
  const isMissing = Boolean(document.querySelector("[data-missing]"));
  form.querySelector("button").classList.toggle("next-action", isMissing);
});

entries.recall(() => line.focus({ preventScroll: true }));
