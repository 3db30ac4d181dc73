/* After a refused form the cursor stands in the first field to mend, or where no field is named in the first of the form
 * that was refused, unless the page put it elsewhere.
 * What was typed there stands selected, so that typing replaces it. */

const FIELDS = "input:not([type='hidden']), select, textarea";

function ready() {
  const held = document.activeElement;
  if (held?.matches("[data-replace]")) {
    held.select();
  }
}

document.addEventListener("DOMContentLoaded", () => {
  const elsewhere = document.activeElement && document.activeElement !== document.body;
  if (!elsewhere && !document.querySelector("main [autofocus]")) {
    const refused = document.querySelector("main form .form-errors")?.closest("form");
    const field = document.querySelector("main form [aria-invalid='true']") ?? refused?.querySelector(FIELDS);
    field?.focus();
  }
  ready();
});

document.addEventListener("htmx:afterSettle", ready);
