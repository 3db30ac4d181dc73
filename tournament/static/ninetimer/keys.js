/* Keys that stand on links and buttons: data-key="r" is pressed by R, data-key="/" by /, ArrowLeft by ←. */

const TYPING = "input, select, textarea, [contenteditable], [data-keys='own']";

for (const element of document.querySelectorAll("[data-key]")) {
  const key = element.dataset.key;
  if (key.length > 1) continue; // arrows say nothing that is not there already
  const shown = document.createElement("kbd");
  shown.textContent = key.toUpperCase();
  shown.setAttribute("aria-hidden", "true");
  element.append(" ", shown);
  element.setAttribute("aria-keyshortcuts", key);
}

/* In an empty field for figures a letter means nothing else, so the key is pressed. */
function isTyping(field, key) {
  if (!field) return false;
  const forFigures = field.inputMode === "numeric" && !field.value;
  return !(forFigures && /^[a-z/?]$/i.test(key));
}

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event.target.closest?.(TYPING), event.key)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const all = [...document.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)];
  const found = all.find((element) => element.getClientRects().length); // what is not shown has no key
  if (!found) return;
  event.preventDefault();
  if (found.matches("input")) found.focus();
  else found.click();
});
