/* The panel beside an event page: loaded when it is shown, then every few seconds, except under the pointer. It includes
 * the counts in the navigation, so it is also loaded, later, where it does not fit. Its buttons reload the page. While
 * something is being typed, they work without a reload and report the outcome in the panel. */

const EVERY = 4000;
const ANSWER = ".messages, form:has([name=reason])"; // the outcome, or the step whose undo needs a reason
const panel = document.querySelector(".frame-panel");
let asking = false;

async function ask({ anyway = false } = {}) {
  const now = document.getElementById("panel-now");
  if (asking || document.hidden || (panel.matches(":hover") && !anyway)) return;
  asking = true;
  try {
    await htmx.ajax("GET", now.dataset.from, { target: now, swap: "outerHTML" });
  } finally {
    asking = false;
  }
}

/* Return whether a form of the page has unsaved input, or came back with errors. */
function isTyped() {
  return "typed" in panel.dataset || [...document.querySelectorAll("main :is(input, textarea, select)")].some(isChanged);
}

function isChanged(field) {
  if (["hidden", "search", "submit"].includes(field.type)) return false;
  if (["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
  if (!field.options) return field.value !== field.defaultValue;
  const before = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(before, 0);
}

panel.addEventListener("submit", async (event) => {
  if (!isTyped()) return;
  event.preventDefault();
  const { submitter, target: form } = event;
  const values = submitter?.name ? { [submitter.name]: submitter.value } : {};
  await htmx.ajax("POST", form.action, { source: form, values, target: "#panel-said", select: ANSWER, swap: "innerHTML" });
  submitter?.blur();
  ask({ anyway: true });
});
document.addEventListener("DOMContentLoaded", () => panel.offsetParent && ask());
setInterval(ask, EVERY);
