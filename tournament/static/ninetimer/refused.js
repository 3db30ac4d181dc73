/* After a refused form the cursor stands in the first field to mend, unless the page put it elsewhere. */

document.addEventListener("DOMContentLoaded", () => {
  const elsewhere = document.activeElement && document.activeElement !== document.body;
  if (!elsewhere && !document.querySelector("main [autofocus]")) {
    document.querySelector("main form [aria-invalid='true']")?.focus();
  }
});
