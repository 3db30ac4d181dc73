/* A stream source: apply the parameters of the address, and refresh twice a second without flicker.
 *
 * Requests contain the current version; 204 means no change. While the laptop is unreachable, the content stays. A
 * ticker shows its lines in turn, and a pop-up is shown once when it is new.
 */

const ASKS_EVERY = 500;
const GIVES_UP = 5_000;
const POPS_FOR = 8_000;
const TICKS_EVERY = 6_000;

const STYLES = {
  colour: "color",
  background: "background-color",
  font: "font-family",
  size: "font-size",
  weight: "font-weight",
  align: "text-align",
  shadow: "text-shadow",
};

const COLOURS = { panel: "--panel", accent: "--lead" };

const { body } = document;
const main = () => document.getElementById("main");
const wanted = new URLSearchParams(location.search);

for (const [name, property] of Object.entries(STYLES)) {
  const value = wanted.get(name);
  if (!value) continue;
  const written = name === "size" && /^\d+$/.test(value) ? `${value}px` : value;
  if (CSS.supports(property, written)) body.style.setProperty(property, written);
}
for (const [name, variable] of Object.entries(COLOURS)) {
  const value = wanted.get(name);
  if (value && CSS.supports("color", value)) body.style.setProperty(variable, value);
}

/* --- tickers and pop-ups --------------------------------------------------------------------------- */

const texts = () => [...main().querySelectorAll("[data-item]")].map((item) => item.textContent.trim());
let known = new Set(texts());
let waiting = [];
let at = 0;

function tick() {
  const items = [...main().querySelectorAll("[data-item]")];
  items.forEach((item, n) => { item.hidden = n !== at % items.length; });
  at += 1;
}

function pop() {
  const now = waiting.shift();
  for (const item of main().querySelectorAll("[data-item]")) item.hidden = item.textContent.trim() !== now;
}

const moves = main().dataset.moves;
if (moves === "ticker") {
  tick();
  setInterval(tick, TICKS_EVERY);
}
if (moves === "popups") {
  pop();
  setInterval(pop, POPS_FOR);
}

/* --- the laptop --------------------------------------------------------------------------- */

function take(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const content = fresh.getElementById("main");
  if (!content) return;
  body.dataset.version = fresh.body.dataset.version;
  if (main().innerHTML === content.innerHTML) return;
  const shown = [...main().querySelectorAll("[data-item]")].find((item) => !item.hidden)?.textContent.trim();
  main().replaceWith(document.importNode(content, true));
  if (moves === "ticker") {
    at = Math.max(0, at - 1);
    tick();
  }
  if (moves === "popups") {
    waiting.push(...texts().filter((item) => !known.has(item)));
    known = new Set(texts());
    for (const item of main().querySelectorAll("[data-item]")) item.hidden = item.textContent.trim() !== shown;
    if (!shown && waiting.length) pop();
  }
}

async function ask() {
  const address = new URL(location.href);
  address.searchParams.set("seen", body.dataset.version);
  try {
    const answer = await fetch(address, {
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(GIVES_UP),
    });
    if (answer.status === 200) take(await answer.text());
  } catch {
    /* the laptop is unreachable: keep the content */
  }
  setTimeout(ask, ASKS_EVERY);
}

setTimeout(ask, ASKS_EVERY);
