/* Marked rows of a list: all of a page at once, how many there are, and no button while there is none.
 * Rows that are drawn again, as others change them, stay marked. */

const marked = new Set();
const marks = () => [...document.querySelectorAll("[data-mark]")];

function show() {
  const all = document.querySelector("[data-mark-all]");
  const form = document.getElementById("marked");
  if (!form) return;
  marked.clear();
  for (const mark of marks()) if (mark.checked) marked.add(mark.value);
  if (all) {
    all.hidden = false;
    all.checked = marked.size > 0 && marked.size === marks().length;
    all.indeterminate = marked.size > 0 && !all.checked;
  }
  document.querySelector("[data-mark-count]").textContent = `(${marked.size})`;
  form.toggleAttribute("data-marked", marked.size > 0);
  for (const button of form.querySelectorAll("button")) button.disabled = marked.size === 0;
}

document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-mark-all]")) {
    for (const mark of marks()) mark.checked = target.checked;
    show();
  } else if (target.matches("[data-mark]")) show();
});
document.addEventListener("htmx:afterSwap", () => {
  for (const mark of marks()) if (marked.has(mark.value)) mark.checked = true;
  show();
});
show();
