/* After a refused form the cursor stands in the first field to mend, unless the page put it elsewhere.
 * What was typed there stands selected, so that typing replaces it. Why it was refused is read out once. */

function ready() {
  const held = document.activeElement;
  if (held?.matches("[data-replace]")) {
    held.select();
  }
}

/* An alert is read out by itself: while one stands in a part that is read out as it changes, that part is not, so that
 * nothing is heard twice. */
function speakOnce(part) {
  const isAlert = part.querySelector("[role=alert]") !== null;
  if (isAlert && part.ariaLive === "polite") {
    part.ariaLive = "off";
    part.dataset.alerts = "";
  } else if (!isAlert && "alerts" in part.dataset) {
    part.ariaLive = "polite";
    delete part.dataset.alerts;
  }
}

document.addEventListener("DOMContentLoaded", () => {
  for (const part of document.querySelectorAll("[aria-live=polite]")) {
    speakOnce(part);
    new MutationObserver(() => speakOnce(part)).observe(part, { childList: true, subtree: true, attributeFilter: ["role"] });
  }
  const elsewhere = document.activeElement && document.activeElement !== document.body;
  if (!elsewhere && !document.querySelector("main [autofocus]")) {
    document.querySelector("main form [aria-invalid='true']")?.focus();
  }
  ready();
});

document.addEventListener("htmx:afterSettle", ready);
