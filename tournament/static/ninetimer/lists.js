/* Marked rows of a list: all of a page at once, how many there are, and no button while there is none. */

const marks = [...document.querySelectorAll("[data-mark]")];
const all = document.querySelector("[data-mark-all]");
const count = document.querySelector("[data-mark-count]");
const form = document.getElementById("marked");
const buttons = form?.querySelectorAll("button") ?? [];

function show() {
  const marked = marks.filter((mark) => mark.checked).length;
  all.checked = marked > 0 && marked === marks.length;
  all.indeterminate = marked > 0 && marked < marks.length;
  count.textContent = `(${marked})`;
  form.toggleAttribute("data-marked", marked > 0);
  for (const button of buttons) button.disabled = marked === 0;
}

if (all) {
  all.hidden = false;
  all.addEventListener("change", () => {
    for (const mark of marks) mark.checked = all.checked;
    show();
  });
  for (const mark of marks) mark.addEventListener("change", show);
  show();
}
