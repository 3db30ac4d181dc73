/* Selected rows of a list: single ones, a range with Shift, all of a page or of all pages, with their number;
 * without a selection the buttons are disabled. Rows stay selected while others change them and while the list is
 * searched, filtered, sorted and paged: those on other pages are submitted as `rows`. The selection is cleared after
 * an action, and on arrival from another page. */

const list = location.pathname;
const marked = new Set(remembered());
const marks = () => [...document.querySelectorAll("[data-mark]")];
const actions = () => document.querySelector("[data-list-actions]");
let last = null;

function remembered() {
  const stored = JSON.parse(sessionStorage.getItem("marked") ?? "{}");
  if (stored.list !== list) return [];
  const [entry] = performance.getEntriesByType("navigation");
  const from = document.referrer && new URL(document.referrer);
  const isSame = from && from.origin === location.origin && from.pathname.startsWith(list);
  if (!isSame && entry?.type === "navigate") return [];
  const isUndone = document.querySelector(".messages .error") || location.hash === "#list-rows";
  return stored.sent && !isUndone ? [] : stored.rows;
}

function remember(sent = false) {
  const stored = { list, rows: [...marked], sent };
  try {
    sessionStorage.setItem("marked", JSON.stringify(stored));
  } catch {
    // Without storage the browser forgets the selection on other pages, and says so.
  }
}

function show() {
  const place = actions();
  if (!place) return;
  const here = marks();
  for (const mark of here) mark.checked = marked.has(mark.value);
  const number = here.filter((mark) => mark.checked).length;
  const all = document.querySelector("[data-mark-all]");
  if (all) {
    all.hidden = here.length === 0;
    all.checked = number > 0 && number === here.length;
    all.indeterminate = number > 0 && !all.checked;
  }
  const count = place.querySelector("[data-mark-count]");
  const elsewhere = marked.size - number;
  const text = elsewhere ? count.dataset.markCountElsewhere : count.dataset.markCount;
  count.textContent = text.replace("{count}", marked.size).replace("{elsewhere}", elsewhere);
  place.toggleAttribute("data-marked", marked.size > 0);
  for (const rows of place.querySelectorAll("[name=rows]")) rows.value = [...marked].join(" ");
  for (const form of place.querySelectorAll("form")) {
    form.hidden = false;
    for (const button of form.querySelectorAll("[type=submit]")) button.disabled = marked.size === 0;
  }
  place.querySelector("[data-mark-none]").hidden = marked.size === 0;
}

function change(boxes, isMarked) {
  for (const { value } of boxes) isMarked ? marked.add(value) : marked.delete(value);
  remember();
  show();
}

document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-mark-all]")) change(marks(), target.checked);
  else if (target.matches("[data-mark]")) change([target], target.checked);
});

document.addEventListener("click", async ({ target, shiftKey }) => {
  if (target.matches("[data-mark]")) {
    const values = marks().map((mark) => mark.value);
    const [from, to] = [values.indexOf(last), values.indexOf(target.value)].sort((a, b) => a - b);
    if (shiftKey && from >= 0) change(marks().slice(from, to + 1), target.checked);
    last = target.value;
  } else if (target.matches("[data-mark-none]")) {
    marked.clear();
    change([], false);
    document.querySelector("[data-mark-all]")?.focus();
  } else if (target.matches("[data-mark-found]")) {
    const answer = await fetch(target.dataset.markFound);
    if (!answer.ok) return;
    const values = (await answer.text()).split(" ").filter(Boolean);
    change(values.map((value) => ({ value })), true);
  }
});

document.addEventListener("submit", ({ target, submitter }) => {
  const isDone = target.id === "marked" && target.method === "post" && !submitter?.matches("[data-keeps-marks]");
  if (isDone) remember(true);
});

document.addEventListener("htmx:afterSwap", show);
show();
