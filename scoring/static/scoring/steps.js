/* Stepping through a game with the arrow keys while the entry line is empty and nothing else uses them. */

function isFree(target) {
  if (target.id === "line") return !target.value && !target.form.classList.contains("htmx-request");
  return target === document.body || Boolean(target.closest?.(".steps"));
}

const WAYS = {
  ArrowLeft: ['.steps [rel="prev"]'],
  ArrowRight: ['.steps [rel="next"]', ".steps [data-now]"],
};

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  if (!(event.key in WAYS) || !isFree(event.target)) return;
  const link = WAYS[event.key].map((way) => document.querySelector(way)).find(Boolean);
  if (!link) return;
  event.preventDefault();
  link.click();
});

/* On phones, scroll to the board. */
if (document.querySelector(".step-section") && window.matchMedia("(max-width: 60rem)").matches) {
  document.querySelector("figure.board")?.scrollIntoView({ behavior: "instant" });
}
