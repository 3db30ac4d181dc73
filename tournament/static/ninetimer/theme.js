/* Light, dark, or as the computer is set: kept in this browser. Loaded in the head, so nothing flashes. */

const KEY = "ninetimer-theme";
const NEXT = { auto: "dark", dark: "light", light: "auto" };

function remembered() {
  try {
    const value = localStorage.getItem(KEY);
    return value in NEXT ? value : "auto";
  } catch {
    return "auto"; // storage switched off: follow the computer
  }
}

function show(theme) {
  if (theme === "auto") {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = theme;
  }
}

show(remembered());

document.addEventListener("DOMContentLoaded", () => {
  const button = document.querySelector("[data-theme-button]");
  if (!button) return;
  const word = { auto: "Colours: as this computer", dark: "Colours: dark", light: "Colours: light" };
  button.hidden = false;
  button.textContent = word[remembered()];
  button.addEventListener("click", () => {
    const theme = NEXT[remembered()];
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      /* it then holds for this page only */
    }
    show(theme);
    button.textContent = word[theme];
  });
});
