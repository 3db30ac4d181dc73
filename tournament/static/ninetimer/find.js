/* The search of the frame: arrows walk through what fits, Enter opens the first, Escape clears it.
   And the round that is looked at stands in sight in its strip. */

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
  if (!first) return; // the page of the search says what fits
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
