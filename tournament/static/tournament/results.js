/* The line of the results screen and of the desk: entered through the queue of the score pad, so that nothing typed is lost while
 * the server is slow or gone. Lines have nothing to do with each other: one that is asked about holds no other. */

import { requireServer } from "../scoring/alive.js";
import { entryLine, focusLine } from "../scoring/entry_line.js";

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
  passedOver,
  settled,
});

/* Who types on without looking types behind the line that stands there again, or over it: another board with other
 * scores is a line of its own. */
function passedOver(given, text) {
  const typed = text.startsWith(given) ? text.slice(given.length) : text;
  const [board, ...scores] = typed.trim().split(/[\s/*]+/);
  const [givenBoard, ...givenScores] = given.trim().split(/[\s/*]+/);
  const isAnother = board !== givenBoard && String(scores) !== String(givenScores);
  return /^[bp]?\d+$/i.test(board) && scores.length && isAnother ? typed : "";
}

/* What was refused is typed over, unless something else is being typed already. */
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

/* While nobody answers, the last line comes back into the field. */
document.addEventListener("keydown", (event) => {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
  if (!isUndo || event.target !== line || line.value || entries.queue.state !== "offline") return;
  event.preventDefault();
  entries.change("undo");
});

/* Enter leads on while a result is missing, whoever entered the last. */
document.addEventListener("htmx:afterSettle", () => {
  const isMissing = Boolean(document.querySelector("[data-missing]"));
  form.querySelector("button").classList.toggle("next-action", isMissing);
});

entries.recall(() => line.focus({ preventScroll: true }));
