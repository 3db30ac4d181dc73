/* A public page updates itself without moving what is being read, says when the laptop is unreachable, and knows its
 * reader. The page contains its version (`data-version`) and polls its own address with `?seen=VERSION`: 204 means no
 * change. New content replaces the old element by element, so that focus, typed text and opened details stay. Scripts
 * that change the page listen to `site:fresh`. */

const { body } = document;
const main = document.getElementById("main");
const state = document.getElementById("site-state");
const MOST_WAIT = 10;
const WITH_THE_BELL = 10;
const ANSWER_WITHIN = 8000;

/* The owner of this phone, stored only here, for each event. */

const key = `ninetimer-me-${body.dataset.event}`;

export function me() {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

export function remember(who) {
  try {
    if (who) localStorage.setItem(key, JSON.stringify(who));
    else localStorage.removeItem(key);
  } catch {
    /* storage is disabled: the name has to be searched again */
  }
  show();
}

function show() {
  const mine = me();
  const place = document.getElementById("to-mine");
  if (place) {
    place.dataset.list ??= place.getAttribute("href");
    place.href = mine ? mine.address : place.dataset.list;
  }
  for (const row of main.querySelectorAll(".mine")) row.classList.remove("mine");
  if (mine) {
    for (const link of main.querySelectorAll("tbody a, .roll a")) {
      if (new URL(link.href).pathname === mine.address) link.closest("tr, li").classList.add("mine");
    }
  }
  const choice = main.querySelector("[data-this-is]");
  if (choice) {
    const isMe = mine?.address === location.pathname;
    choice.hidden = false;
    choice.textContent = isMe ? choice.dataset.forget : choice.dataset.thisIs;
    choice.setAttribute("aria-pressed", String(isMe));
  }
  for (const link of main.querySelectorAll("a[data-holds]")) {
    const holds = mine && mine.division === body.dataset.division && link.dataset.holds.split(" ").includes(String(mine.number));
    link.classList.toggle("mine", Boolean(holds));
  }
}

main.addEventListener("click", (event) => {
  const choice = event.target.closest("[data-this-is]");
  if (choice) {
    remember(choice.getAttribute("aria-pressed") === "true" ? null : whoseIs(location.pathname));
    return;
  }
  const name = event.target.closest("[data-find] a");
  if (name) remember(whoseIs(new URL(name.href).pathname));
});

/* A player's page is `/hall/EVENT/DIVISION/NUMBER/`. */
function whoseIs(address) {
  const [, , , division, number] = address.split("/");
  return { division, number: Number(number), address };
}

/* A list searched while typing, by the beginnings of words in a name or by number, as on the laptop. */

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

function search() {
  const list = main.querySelector("[data-find]");
  const field = main.querySelector("input[type=search]");
  if (!list || !field) return;
  const words = plain(field.value).split(/[\s,]+/).filter(Boolean);
  let matches = 0;
  for (const line of list.children) {
    // The link begins with number and name; the board has an element of its own.
    const text = plain(line.querySelector("a")?.firstChild?.textContent ?? "");
    const [number, ...parts] = text.trim().split(/[\s,]+/);
    line.hidden = !words.every((word) => word === number || parts.some((part) => part.startsWith(word)));
    if (!line.hidden) matches += 1;
  }
  const none = main.querySelector("[data-none]");
  if (none) none.hidden = matches > 0;
}

main.addEventListener("input", (event) => {
  if (event.target.matches("input[type=search]")) search();
});

/* Replace the old content by the new, leaving unchanged elements in place. */

const KEPT = new Set(["open", "hidden"]);

function sameKind(old, fresh) {
  return old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName && (isRow(old) || (old.id ?? "") === (fresh.id ?? ""));
}

const isRow = (node) => node.nodeName === "TR" || node.nodeName === "LI";

export function morph(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  if (old.hasAttribute("data-keep")) return;
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !KEPT.has(name) && name !== "class") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (!KEPT.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  if (!fresh.hasAttribute("class") && old.classList.length) old.removeAttribute("class");
  let at = old.firstChild;
  for (const child of [...fresh.childNodes]) {
    let match = at;
    while (match && !sameKind(match, child)) match = match.nextSibling;
    if (match) {
      while (at !== match) {
        const gone = at;
        at = at.nextSibling;
        gone.remove();
      }
      morph(match, child);
      at = match.nextSibling;
    } else {
      old.insertBefore(document.importNode(child, true), at);
    }
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}

/* Return the element being read: the reader's own row if visible, else the first line below the top. */
function anchor() {
  const inSight = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const own = [...main.querySelectorAll(".mine")].find(inSight);
  if (own) return { find: () => main.querySelector(".mine"), top: own.getBoundingClientRect().top };
  const line = [...main.querySelectorAll("tr, li, p, h1, h2, dl")].find((element) => element.getBoundingClientRect().top >= 0);
  return line && { find: () => line, top: line.getBoundingClientRect().top };
}

function swap(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const newMain = fresh.getElementById("main");
  if (!newMain || !fresh.body.dataset.version) return;
  const held = scrollY > 0 ? anchor() : null;
  morph(main, newMain);
  const places = fresh.getElementById("places");
  body.dataset.version = fresh.body.dataset.version;
  document.title = fresh.title;
  if (places) show();
  search();
  const line = held?.find();
  if (line?.isConnected) scrollBy({ top: line.getBoundingClientRect().top - held.top, behavior: "instant" });
  document.dispatchEvent(new CustomEvent("site:fresh"));
}

/* Polling: every few seconds, at once when the phone wakes up, less often while the server does not answer. */

const every = Number(body.dataset.every);
let wait = every;
let isAway = false;
let asking = false;
let rung = false;
let bell = null;
let timer = 0;
let lastAnswer = new Date();

const clock = (moment) => moment.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });

/* The line above may change its height: keep the scroll position of what is being read. */
function say(text, away) {
  const { top } = main.getBoundingClientRect();
  if (state.textContent !== text) state.textContent = text;
  state.classList.toggle("away", away);
  if (scrollY > 0) scrollBy({ top: main.getBoundingClientRect().top - top, behavior: "instant" });
}

function answered(response) {
  const date = response.headers.get("Date");
  lastAnswer = date ? new Date(date) : new Date();
  say(isAway ? state.dataset.back : state.dataset.fresh, false);
  isAway = false;
  wait = every;
}

function silent() {
  isAway = true;
  say(state.dataset.away.replace("{time}", clock(lastAnswer)), true);
  wait = Math.min(wait * 1.5, MOST_WAIT);
}

/* A page that changes every second gets events, but only while it is visible, since browsers limit connections. */
function listen() {
  bell?.close();
  bell = null;
  if (document.hidden || !body.dataset.bell) return;
  bell = new EventSource(body.dataset.bell);
  bell.addEventListener("message", (event) => {
    if (event.data !== body.dataset.version) ask();
  });
}

async function ask() {
  if (asking) {
    rung = true;
    return;
  }
  asking = true;
  rung = false;
  clearTimeout(timer);
  const address = new URL(location.href);
  address.hash = "";
  address.searchParams.set("seen", body.dataset.version);
  const late = new AbortController();
  const given = setTimeout(() => late.abort(), ANSWER_WITHIN);
  try {
    const response = await fetch(address, { cache: "no-store", signal: late.signal });
    if (response.status >= 500) throw new Error(String(response.status));
    if (response.status === 200) swap(await response.text());
    answered(response);
  } catch {
    silent();
  }
  clearTimeout(given);
  asking = false;
  const rest = bell?.readyState === EventSource.OPEN ? Math.max(wait, WITH_THE_BELL) : wait;
  timer = setTimeout(ask, rung ? 0 : rest * 1000 * (0.9 + Math.random() * 0.2));
}

/* A long list of standings starts at the reader's own part. */
function mineFirst() {
  const own = main.querySelector("[data-mine-first] a.mine:not([aria-current])");
  if (own) location.replace(own.href);
}

show();
search();
mineFirst();
if (body.dataset.version) {
  say(state.dataset.fresh, false);
  timer = setTimeout(ask, every * 1000);
  listen();
  addEventListener("pagehide", () => bell?.close());
  document.addEventListener("visibilitychange", () => {
    listen();
    if (!document.hidden) ask();
  });
  addEventListener("online", ask);
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    listen();
    ask();
  });
}
