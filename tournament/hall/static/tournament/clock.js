/* Count down the clocks of rounds by the laptop's clock, because the device's own may be wrong.
 *
 * The clock element has the address of the laptop's time (data-time-url). The fastest of three answers gives
 * the offset of this device's clock. It is measured again every minute and when the page becomes visible.
 * Until the first answer, the clock shows the page's text: the end, or the time left.
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
    // The laptop is unreachable; keep the last offset.
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
  // This device's clock was changed while counting, so the offset is invalid.
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
// Four times a second, so that no second is skipped; unchanged text is not redrawn.
setInterval(tick, 250);
tick();
