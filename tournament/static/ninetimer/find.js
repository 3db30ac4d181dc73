/* The search in the frame: arrow keys move through the matches, Enter opens the first, Escape
 * clears it. Also scrolls the current round into view in its strip. */

const form = document.querySelector("form.find");
const field = form?.querySelector("input");
const links = () => [...form.querySelectorAll("#matches a")];

function close() {
  form.querySelector("#matches").replaceChildren();
}

form?.addEventListener("keydown", (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    const places = [field, ...links()];
    const next = places[places.indexOf(document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  } else if (event.key === "Escape") {
    field.value = "";
    close();
    field.focus();
  }
});

form?.addEventListener("submit", (event) => {
  const first = links()[0];
  if (!first) return; // the search page shows the matches
  event.preventDefault();
  first.click();
});

document.addEventListener("click", (event) => {
  if (form && !form.contains(event.target)) close();
});

document.querySelectorAll(".switch").forEach((strip) => {
  const current = strip.querySelector("[aria-current]")?.getBoundingClientRect();
  const seen = strip.getBoundingClientRect();
  if (current?.right > seen.right) strip.scrollLeft += current.right - seen.right;
  else if (current?.left < seen.left) strip.scrollLeft += current.left - seen.left;
});
