/* The panel beside a page of an event: asked for where it is shown, then every few seconds, and left alone under the pointer.
 * With it come the counts beside the places, so that it is asked for later on where it has no room, too.
 *
 * Its buttons load the page again. Where something is being typed they do their work without that, and say so in the panel.
 */

const EVERY = 4000;
const ANSWER = ".messages, form:has([name=reason])"; // what was done; or the step whose undo needs a reason
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

/* Whether a form of the page holds what was typed or chosen since it was loaded, or came back because of it. */
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
