/* A screen in the hall: split its lists into pages, rotate them, and load changes from the laptop.
 *
 * The page contains all lists, so the rotation continues while the laptop is unreachable. Every few seconds
 * the script sends its version; an answer without content means no change.
 */

const ASKS_EVERY = 3_000;
const GIVES_UP = 8_000;
const AWAY_AFTER = 2;

const main = document.querySelector("[data-screen]");
const away = document.querySelector(".screen-away");
const begin = document.querySelector("[data-begin]");

let pages = [];
let at = 0;
let turner = null;
let failed = 0;
let answeredAt = new Date();

/* --- pages ------------------------------------------------------------------------------ */

const lists = () => document.getElementById("screen-lists");

function fits(room) {
  return room.scrollHeight <= room.clientHeight + 1;
}

/* Return the number of rows from `first` on that fit, at least one. */
function most(rows, first, room) {
  let low = 1;
  let high = rows.length - first;
  const show = (count) => rows.forEach((row, n) => { row.hidden = n < first || n >= first + count; });
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    show(middle);
    if (fits(room)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/* Split the rows into as few pages as possible, of nearly equal length. */
function cut(section) {
  const rows = [...section.querySelectorAll("[data-row]")];
  const room = section.querySelector("[data-room]");
  if (rows.length === 0) return [{ section, rows, from: 0, to: 0 }];
  const full = [];
  for (let first = 0; first < rows.length;) {
    const count = most(rows, first, room);
    full.push([first, first + count]);
    first += count;
  }
  const length = Math.ceil(rows.length / full.length);
  const equal = full.map((_, n) => [n * length, Math.min((n + 1) * length, rows.length)]);
  const good = equal.every(([from, to]) => {
    rows.forEach((row, n) => { row.hidden = n < from || n >= to; });
    return to > from && fits(room);
  });
  return (good ? equal : full).map(([from, to]) => ({ section, rows, from, to }));
}

function layOut() {
  const shown = pages[at];
  const was = shown && { list: shown.section.dataset.list, from: shown.from };
  const all = [...lists().querySelectorAll("[data-list]")];
  main.classList.add("is-turning");
  pages = all.flatMap((section) => {
    all.forEach((other) => { other.hidden = other !== section; });
    return cut(section);
  });
  // Keep the current list, and the page with the same lines.
  at = 0;
  pages.forEach((page, n) => {
    if (was && page.section.dataset.list === was.list && page.from <= was.from) at = n;
  });
  show();
}

function show() {
  const page = pages[at];
  if (!page) return;
  for (const section of lists().querySelectorAll("[data-list]")) section.hidden = section !== page.section;
  page.rows.forEach((row, n) => { row.hidden = n < page.from || n >= page.to; });
  const same = pages.filter((other) => other.section === page.section);
  const mark = page.section.querySelector("[data-page]");
  if (mark) mark.textContent = same.length > 1 ? `${same.indexOf(page) + 1}/${same.length}` : "";
}

function turn() {
  if (pages.length > 1) {
    at = (at + 1) % pages.length;
    show();
  }
}

function start() {
  if (!lists()) return;
  document.documentElement.dataset.theme = lists().dataset.theme;
  layOut();
  clearInterval(turner);
  turner = setInterval(turn, Number(lists().dataset.pace) * 1000);
}

/* --- the laptop ------------------------------------------------------------------------- */

function answered() {
  failed = 0;
  answeredAt = new Date();
  away.hidden = true;
}

function silent() {
  failed += 1;
  if (failed < AWAY_AFTER || !away.hidden) return;
  const time = answeredAt.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  away.textContent = away.dataset.away.replace("{time}", time);
  away.hidden = false;
}

function take(text) {
  const before = lists().dataset;
  const { pace, version } = before;
  const known = new Set(pages.map((page) => page.section.dataset.list));
  const box = document.createElement("template");
  box.innerHTML = text;
  const fresh = box.content.getElementById("screen-lists");
  if (!fresh || fresh.dataset.version === version) return;
  lists().replaceWith(fresh);
  document.documentElement.dataset.theme = fresh.dataset.theme;
  layOut();
  // New winners come at once, before a list that gives them away.
  const reveal = pages.findIndex(({ section: { dataset: { list } } }) => list.startsWith("winners-") && !known.has(list));
  if (reveal >= 0) {
    at = reveal;
    show();
  }
  if (reveal >= 0 || fresh.dataset.pace !== pace) start();
}

let asking = false;
let again = 0;

async function ask() {
  if (asking) return;
  asking = true;
  clearTimeout(again);
  const here = lists();
  const seen = here ? `?seen=${encodeURIComponent(here.dataset.version)}` : "";
  try {
    const answer = await fetch(main.dataset.ask + seen, {
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(GIVES_UP),
    });
    if (answer.status >= 500) throw new Error(answer.statusText);
    answered();
    if (answer.status === 404 || answer.status === 410) location.reload();
    else if (answer.status === 200 && here) take(await answer.text());
  } catch {
    silent();
  }
  asking = false;
  again = setTimeout(ask, ASKS_EVERY);
}

/* Reload a visible live board as soon as the laptop signals a change. */
function listen() {
  if (!main.dataset.bell) return;
  new EventSource(main.dataset.bell).addEventListener("message", (event) => {
    if (event.data !== lists()?.dataset.version) ask();
  });
}

if (begin) begin.requestSubmit();
if (main.dataset.ask) {
  (document.fonts?.ready ?? Promise.resolve()).then(start);
  again = setTimeout(ask, ASKS_EVERY);
  listen();
  addEventListener("resize", () => { if (lists()) layOut(); });
}
