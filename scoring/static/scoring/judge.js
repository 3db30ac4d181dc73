/* Enter in the first line moves to the second immediately, so that no keystroke is lost. */

const [typed, again] = ["typed", "again"].map((name) => document.getElementById(name));

typed?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !typed.value.trim() || again.value.trim()) return;
  event.preventDefault();
  again.focus();
});
