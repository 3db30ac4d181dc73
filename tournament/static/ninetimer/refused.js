/* After a refused form the cursor stands in the first field to mend, unless the page put it elsewhere.
 * What was typed there stands selected, so that typing replaces it. */

function ready() {
  const held = document.activeElement;
  if (held?.matches("[data-replace]")) {
    held.select();
  }
}

document.addEventListener("DOMContentLoaded", () => {
  const elsewhere = document.activeElement && document.activeElement !== document.body;
  if (!elsewhere && !document.querySelector("main [autofocus]")) {
    document.querySelector("main form [aria-invalid='true']")?.focus();
  }
  ready();
});

document.addEventListener("htmx:afterSettle", ready);
