/* A new event: beside the form stands what will be created, and what the chosen rules decide. */

const form = document.querySelector("[data-new-event]");
const summary = document.querySelector("[data-summary]");
const NOTHING = "–";

function day(typed) {
  const date = new Date(`${typed}T12:00`);
  return Number.isNaN(date.valueOf())
    ? NOTHING
    : date.toLocaleDateString(document.documentElement.lang, { dateStyle: "long" });
}

/* Lines with a name, the file, and who played last time: all of them are added together. */
function players() {
  const { roster, file, again } = form.elements;
  const lines = roster.value.split("\n").filter((line) => line.trim()).length;
  const parts = [lines || "", file.files[0]?.name, again?.value && again.selectedOptions[0].text];
  return parts.filter(Boolean).join(" + ") || NOTHING;
}

function follow() {
  const { name, date, rounds, preset } = form.elements;
  const shown = {
    name: name.value.trim() || NOTHING,
    date: day(date.value),
    rounds: rounds.value || NOTHING,
    roster: players(),
  };
  for (const place of summary.querySelectorAll("[data-shows]")) place.textContent = shown[place.dataset.shows];
  for (const facts of document.querySelectorAll("[data-rules]")) facts.hidden = facts.dataset.rules !== preset.value;
}

form.addEventListener("input", follow);
summary.hidden = false;
follow();
