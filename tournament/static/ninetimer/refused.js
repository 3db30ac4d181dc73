/* After a refused form, focus the first field to correct, or the form's first field if none is named, unless the page
 * has put the focus elsewhere. Its text is selected, so that typing replaces it. */

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
