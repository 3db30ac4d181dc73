/* What changes on a page is read out as one sentence, and once.
 *
 * A screen reader reads what is put into a live part piece by piece: a paragraph, then again each word in it that stands
 * out, and also what was meant to be silent there. So what a part with data-heard holds is written as plain text into one
 * element that is live. Left out is what stands in data-silent, and an alert, which is read out by itself. A part
 * with data-unheard waits until that is taken away, and one with data-heard="paused" until typing pauses. */

const SILENT = "[data-silent], [aria-hidden=true], [hidden], [role=alert], button, input, select, textarea";

const announcer = document.createElement("p");
announcer.className = "visually-hidden";
announcer.ariaLive = "polite";

const SOON = 100; // milliseconds, in which all of an answer comes
const PAUSE = 500;

const lastTexts = new Map(); // by the id of a part, which can be replaced
let waiting;

export function announce(sentence) {
  if (announcer.textContent !== sentence) announcer.textContent = sentence;
}

function textOf(part) {
  const copy = part.cloneNode(true);
  for (const silent of copy.querySelectorAll(SILENT)) silent.remove();
  for (const inner of copy.querySelectorAll("*")) inner.after(" ");
  return copy.textContent
    .replace(/\s+/g, " ")
    .replace(/ ([.,;:!?)])/g, "$1")
    .trim();
}

/* What is new in the parts that are heard. */
function changed() {
  const sentences = [];
  for (const part of document.querySelectorAll("[data-heard]")) {
    const text = textOf(part);
    if ("unheard" in part.dataset || lastTexts.get(part.id) === text) continue;
    lastTexts.set(part.id, text);
    if (text) sentences.push(text);
  }
  return sentences.join(" ");
}

function announceChanges() {
  const sentence = changed();
  if (sentence) announce(sentence);
}

/* An alert is one text, so that it is not read again paragraph by paragraph. */
function join() {
  for (const piece of document.querySelectorAll("[role=alert] :is(p, strong, span, ul, li):not([role])")) {
    piece.role = "none";
    if (piece.matches("p, li")) piece.after(" ");
  }
}

changed(); // what the page begins with is read with the page
document.body.append(announcer);
new MutationObserver((changes) => {
  if (changes.every(({ target }) => target === announcer)) return;
  join();
  const isTyped = changes.some(({ target }) => target.parentElement?.closest("[data-heard=paused]") || target.dataset?.heard === "paused");
  clearTimeout(waiting);
  waiting = setTimeout(announceChanges, isTyped ? PAUSE : SOON);
}).observe(document.body, { childList: true, subtree: true, characterData: true, attributeFilter: ["data-unheard"] });
