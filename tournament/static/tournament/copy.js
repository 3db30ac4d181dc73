/* Buttons that copy the text of a field; `data-copy` names it. */

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // a page without HTTPS has no clipboard of its own
    }
    document.getElementById("copied").textContent = button.dataset.done;
  });
}
