/* Shortcuts of links and buttons: data-key="r" is pressed by R, data-key="/" by /, ArrowLeft by ←. */

const TYPING = "input, select, textarea, [contenteditable], [data-keys='own']";

for (const element of document.querySelectorAll("[data-key]")) {
  const key = element.dataset.key;
  if (key.length > 1) continue; // arrow keys are not shown
  const shown = document.createElement("kbd");
  shown.textContent = key.toUpperCase();
  shown.setAttribute("aria-hidden", "true");
  element.append(" ", shown);
  element.setAttribute("aria-keyshortcuts", key);
}

/* In an empty number field a letter has no meaning, so it works as a shortcut; an empty result line begins with a
 * digit, b or p. A question mark has no meaning at the start of a score pad line either. */
function isTyping(field, key) {
  if (!field) return false;
  if (field.value) return true;
  if (field.closest("[data-entry-line]")) return !/^[ac-oq-z/?]$/i.test(key);
  if (field.inputMode === "numeric") return !/^[a-z/?]$/i.test(key);
  return !(key === "?" && field.closest("[data-entry]"));
}

/* Escape leaves a field, so that shortcuts work; the line of the score pad and a search with text keep the
 * focus. */
function leave(field) {
  const isKept = field.closest("[data-entry]") || (field.type === "search" && field.value);
  if (!isKept) field.blur();
}

/* A link to a field, as in the settings, unfolds its section and focuses it. */
function goToField() {
  const place = location.hash.startsWith("#id_") && document.getElementById(location.hash.slice(1));
  if (!place) return;
  const fold = place.closest("details");
  if (fold) fold.open = true;
  (place.matches(TYPING) ? place : place.querySelector(TYPING))?.focus();
  place.scrollIntoView({ block: "center" });
}
addEventListener("hashchange", goToField);
addEventListener("load", () => requestAnimationFrame(goToField)); // after the browser has scrolled there

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const field = event.target.closest?.(TYPING);
  if (isTyping(field, event.key)) {
    if (event.key === "Escape") leave(field);
    return;
  }
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const all = [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)];
  const shown = all.filter((candidate) => candidate.getClientRects().length); // hidden elements have no shortcut
  const element = shown.find((candidate) => candidate.closest("main")) ?? shown[0]; // the page takes precedence over its frame
  if (!element) return;
  event.preventDefault();
  if (element.matches("input")) element.focus();
  else element.click();
});
