/* Clocks of rounds count down by the laptop's clock, on a device whose own clock may be wrong.
 *
 * A page names the laptop's time address on its clock (data-time-url). The answer that came back fastest of
 * three says how far this device's clock is off; it is asked again when the page is looked at again and every
 * minute. Until an answer came the clock shows what the page says: when it ends, or what is left.
 */

const ASKED = 3;
const AGAIN = 60_000;
const A_JUMP = 2_000;

let offset = null;
let askedAt = 0;
let asking = false;
let lastTick = null;

async function one(url) {
  const sent = performance.now();
  const answer = await fetch(url, { cache: "no-store", credentials: "omit" });
  if (!answer.ok) throw new Error(answer.statusText);
  const laptop = Number(await answer.text());
  const took = performance.now() - sent;
  return { took, offset: laptop + took / 2 - Date.now() };
}

async function ask(url) {
  if (asking) return;
  asking = true;
  askedAt = performance.now();
  try {
    let best = null;
    for (let n = 0; n < ASKED; n += 1) {
      const sample = await one(url);
      if (best === null || sample.took < best.took) best = sample;
    }
    offset = best.offset;
  } catch {
    // The laptop is away: what was known of its clock still holds.
  } finally {
    asking = false;
    tick();
  }
}

function shown(seconds) {
  const whole = Math.abs(seconds);
  const rest = String(whole % 60).padStart(2, "0");
  return `${seconds < 0 ? "−" : ""}${Math.floor(whole / 60)}:${rest}`;
}

function change(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

function count(clock) {
  const { total, overtime, ran, since } = clock.dataset;
  if (since === undefined) return;
  const run = Number(ran) + Math.max(Math.floor((Date.now() + offset - Number(since)) / 1000), 0);
  const left = Number(total) - run;
  const isOver = left <= -Number(overtime);
  change(clock.querySelector("[data-clock-time]"), shown(Math.max(left, -Number(overtime))));
  let word = "";
  if (left <= 0) word = isOver ? clock.dataset.wordOver : clock.dataset.wordOvertime;
  change(clock.querySelector("[data-clock-word]"), word);
  clock.classList.toggle("is-overtime", left <= 0);
}

function tick() {
  const clocks = document.querySelectorAll("[data-clock]");
  // Somebody sets this device's clock while it counts: what was known of it holds no longer.
  const drift = Date.now() - performance.now();
  if (lastTick !== null && Math.abs(drift - lastTick) > A_JUMP && offset !== null) {
    offset -= drift - lastTick;
    askedAt = -AGAIN;
  }
  lastTick = drift;
  if (clocks.length === 0) return;
  if (offset === null ? performance.now() - askedAt > 2_000 || askedAt === 0 : performance.now() - askedAt > AGAIN) {
    ask(clocks[0].dataset.timeUrl);
  }
  if (offset !== null) clocks.forEach(count);
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) {
    askedAt = -AGAIN;
    tick();
  }
});
// Four times a second, so that a second is never skipped; nothing is drawn that did not change.
setInterval(tick, 250);
tick();
