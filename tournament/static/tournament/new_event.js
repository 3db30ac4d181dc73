/* A new event: shows the consequences of the chosen rules beside the form. */

const preset = document.querySelector("[data-new-event]").elements.preset;

function follow() {
  for (const facts of document.querySelectorAll("[data-rules]")) facts.hidden = facts.dataset.rules !== preset.value;
}

preset.addEventListener("input", follow);
follow();
