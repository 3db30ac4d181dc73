/* A person's preferences: theme and row height, stored in this browser. Loaded in the head, so that nothing flashes.
 * A button with `data-choice="theme"` cycles through the values; its other data attributes are the labels of each. */

const CHOICES = { theme: ["auto", "dark", "light"], rows: ["auto", "compact", "roomy"] };

function remembered(choice) {
  try {
    const value = localStorage.getItem(`ninetimer-${choice}`);
    return CHOICES[choice].includes(value) ? value : "auto";
  } catch {
    return "auto"; // storage is disabled: keep the defaults of computer and program
  }
}

function show(choice, value) {
  if (value === "auto") {
    delete document.documentElement.dataset[choice];
  } else {
    document.documentElement.dataset[choice] = value;
  }
}

for (const choice in CHOICES) show(choice, remembered(choice));

document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("[data-choice]")) {
    const { choice } = button.dataset;
    let value = remembered(choice);
    button.hidden = false;
    button.textContent = button.dataset[value];
    button.addEventListener("click", () => {
      const values = CHOICES[choice];
      value = values[(values.indexOf(value) + 1) % values.length];
      try {
        localStorage.setItem(`ninetimer-${choice}`, value);
      } catch {
        /* applies to this page only */
      }
      show(choice, value);
      button.textContent = button.dataset[value];
    });
  }
});
