/* Buttons that copy the text of the field named by `data-copy`. */

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // without HTTPS there is no clipboard API
    }
    document.getElementById("copied").textContent = button.dataset.done;
  });
}
