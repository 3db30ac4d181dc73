/* Enter in the first line goes on to the second at once, so that nothing typed meanwhile is lost. */

const [typed, again] = ["typed", "again"].map((name) => document.getElementById(name));

typed?.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.isComposing || !typed.value.trim() || again.value.trim()) return;
  event.preventDefault();
  again.focus();
});
