/* Two people at one game. Every other second the page polls for changes by others. They are inserted without
 * affecting the line being typed, the focus, or the place under the pointer. */

import { fill, texts } from "./texts.js";

const form = document.querySelector("[data-entry]");
const line = form?.elements.line;
const note = document.getElementById("live-note");
const changes = Boolean(form?.querySelector("[name=correct], [name=before]"));

const asker = (event) => event.detail.requestConfig?.elt;
const isLive = (event) => asker(event)?.id === "live";

let busy = false; // an entry is being sent
let coming = false; // a poll response is being inserted
let behind = false; // the sheet is newer than the line being typed
let gone = ""; // time since which the server is unreachable
let leaving = 0; // time when a form that leaves the page was sent (milliseconds)

function notify(sentence) {
  if (note && note.textContent !== sentence) note.textContent = sentence;
}

/* Finishing or reopening a game changes the page, and the form loads the new one. A reload requested here for
 * the same change would interfere. An unanswered form does not block reloads for ever. */
const ANSWERED_BY_THEN = 15_000;
window.addEventListener("submit", (event) => {
  if (!event.defaultPrevented) leaving = Date.now();
});
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (isLive(event) && Date.now() - leaving < ANSWERED_BY_THEN) event.preventDefault();
});

// --- nothing moves ----------------------------------------------------------------------------

const PLACES = "[id^='turn-'], .score-column, .pad-board, .finish, .score-graph";
let held = null;

const nameOf = (place) =>
  place.id ? `#${place.id}` : `.${[...place.classList].find((name) => PLACES.includes(name))}`;

/* The newest difference opens automatically; it stays open only while hovered or focused. */
const staysOpen = (details) => !("newest" in details.dataset) || details.matches(":hover, :focus-within");

function hold() {
  const record = document.getElementById("pad-record");
  const focus = record.contains(document.activeElement) ? document.activeElement : null;
  const pointed = [...record.querySelectorAll(":hover")].at(-1);
  const place = (focus ?? pointed)?.closest(PLACES);
  held = {
    focus: focus && alike(focus),
    place: place && nameOf(place),
    top: place?.getBoundingClientRect().top,
    open: [...record.querySelectorAll("details[open]")].filter(staysOpen).map(alike),
  };
}

/* Identifies the same element in the new record: its kind, its place, and its text. */
function alike(element) {
  const place = element.closest(PLACES);
  const { localName, textContent } = element;
  const index = [...(place?.querySelectorAll(localName) ?? [])].indexOf(element);
  return { localName, index, place: place && nameOf(place), text: index < 0 ? textContent : "" };
}

function find({ localName, index, place, text }) {
  if (place && index < 0) return document.querySelector(place)?.closest(localName);
  const all = document.querySelectorAll(`${place ?? "#pad-record"} ${localName}`);
  return index < 0 ? [...all].find((one) => one.textContent === text) : all[index];
}

function release() {
  if (!held) return;
  for (const details of held.open) find(details)?.setAttribute("open", "");
  if (held.focus) find(held.focus)?.focus({ preventScroll: true });
  const place = held.place && document.querySelector(held.place);
  const scroller = place?.closest(".score-column, .pad-board");
  const scrolls = scroller && scroller !== place && scroller.scrollHeight > scroller.clientHeight;
  if (place) (scrolls ? scroller : window).scrollBy({ top: place.getBoundingClientRect().top - held.top, behavior: "instant" });
  held = null;
}

// --- what comes in ----------------------------------------------------------------------------

/* While a line is being sent, its own response brings everything, and an older one would undo that. The old
 * record may have been removed in the meantime, and its events are received only there. */
document.addEventListener("htmx:beforeSend", (event) => {
  if (isLive(event)) event.detail.target.addEventListener("htmx:beforeSwap", comes);
  else if (asker(event) !== line) busy = true;
});

function comes(event) {
  if (!isLive(event)) return;
  if (busy || !asker(event).isConnected) event.detail.shouldSwap = false;
  if (!event.detail.shouldSwap) return;
  coming = true;
  hold();
}

document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (!coming || !line || !["entry-state", "entry-label", "preview"].includes(event.detail.target.id)) return;
  if (!line.value && !changes && form.dataset.state !== "offline") return;
  behind = true;
  event.detail.shouldSwap = false;
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!isLive(event)) {
    if (asker(event) === line) return;
    busy = false;
    if (event.detail.successful) {
      behind = false;
      notify("");
    }
    return;
  }
  const { status } = event.detail.xhr;
  if (status === 0 || status >= 500) {
    gone ||= new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    notify(fill(texts.silentSince, { time: gone }));
    return;
  }
  if (gone) notify(texts.answersAgain);
  gone = "";
  if (!coming) return;
  coming = false;
  release();
  if (line) notify(fill(texts.enteredElsewhere, { turn: document.getElementById("live").dataset.last }));
});

/* Once the line is empty, the entry line belongs to the newest sheet again. */
line?.addEventListener("input", () => {
  if (!behind || line.value || changes) return;
  behind = false;
  const address = document.getElementById("live").getAttribute("hx-get");
  window.htmx.ajax("GET", address.replace(/version=\d+/, "version="), {
    source: "#live",
    target: "#pad-record",
    swap: "outerHTML",
  });
});
