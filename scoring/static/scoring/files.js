/* Files beyond what the server takes are refused before they travel: it would cut the answer short.
 * An input with data-most-bytes asks for it; the server holds the same limits. */

const MB = 1024 * 1024;

for (const input of document.querySelectorAll("input[type=file][data-most-bytes]")) {
  const most = Number(input.dataset.mostBytes);
  input.addEventListener("change", () => {
    const size = [...input.files].reduce((sum, file) => sum + file.size, 0);
    const said = `These files have ${Math.round(size / MB)} MB together; ${Math.round(most / MB)} MB can come at once.`;
    input.setCustomValidity(size > most ? said : "");
    input.reportValidity();
  });
}
