/* A practice game: calls appear turn by turn, at their pace or on request, and keystrokes in the entry line are
 * counted. Both continue after a reload. */

const table = document.querySelector("[data-practice]");
const line = document.getElementById("line");

if (table) {
  const calls = JSON.parse(table.dataset.calls);
  const pace = Number(table.dataset.pace);
  const store = `ninetimer practice ${table.dataset.game}`;
  const saved = JSON.parse(sessionStorage.getItem(store) ?? "{}");
  const state = { at: Number(table.dataset.recorded), keys: 0, ...saved };

  const keep = () => sessionStorage.setItem(store, JSON.stringify(state));

  function show() {
    const call = calls[state.at] ?? { who: table.dataset.over, what: "", where: "", score: "" };
    for (const part of table.querySelectorAll("[data-said]")) part.textContent = call[part.dataset.said];
    table.querySelector("[data-keys]").value = state.keys;
    table.querySelector("[data-next]").hidden = pace > 0 || state.at >= calls.length;
  }

  function next() {
    if (state.at < calls.length) state.at += 1;
    keep();
    show();
  }

  table.querySelector("[data-next]").addEventListener("click", () => {
    next();
    line?.focus();
  });
  line?.addEventListener("keydown", () => {
    state.keys += 1;
    table.querySelector("[data-keys]").value = state.keys;
    keep();
  });
  if (pace) setInterval(next, pace * 1000);
  keep();
  show();
}
