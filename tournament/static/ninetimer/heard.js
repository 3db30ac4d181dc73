/* Announces changes on a page as one sentence, once. A screen reader announces the changes of a live region piece by
 * piece: a paragraph, then each word in it that changed, including parts meant to be silent. Therefore the text of a
 * part with data-heard is copied as plain text into a single live element, without parts in data-silent and alerts,
 * which are announced by themselves. A part with data-unheard waits until that attribute is removed, and one with
 * data-heard="paused" until typing pauses. */

const SILENT = "[data-silent], [aria-hidden=true], [hidden], [role=alert], button, input, select, textarea";

const announcer = document.createElement("p");
announcer.className = "visually-hidden";
announcer.ariaLive = "polite";

const SOON = 100; // milliseconds in which all parts of a response arrive
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

/* Announce the new text of the watched parts. */
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

/* Make an alert one text, so that it is not announced again paragraph by paragraph. */
function join() {
  for (const piece of document.querySelectorAll("[role=alert] :is(p, strong, span, ul, li):not([role])")) {
    piece.role = "none";
    if (piece.matches("p, li")) piece.after(" ");
  }
}

changed(); // the initial text is read with the page
document.body.append(announcer);
new MutationObserver((changes) => {
  if (changes.every(({ target }) => target === announcer)) return;
  join();
  const isTyped = changes.some(({ target }) => target.parentElement?.closest("[data-heard=paused]") || target.dataset?.heard === "paused");
  clearTimeout(waiting);
  waiting = setTimeout(announceChanges, isTyped ? PAUSE : SOON);
}).observe(document.body, { childList: true, subtree: true, characterData: true, attributeFilter: ["data-unheard"] });
