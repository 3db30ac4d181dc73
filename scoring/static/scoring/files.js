/* Files beyond what the server takes are refused before they travel: it would cut the answer short.
 * An input with data-most-bytes asks for it, with the sentence in data-too-large; the server holds the same limits. */

import { fill } from "./texts.js";

const MB = 1024 * 1024;

for (const input of document.querySelectorAll("input[type=file][data-most-bytes]")) {
  const most = Number(input.dataset.mostBytes);
  input.addEventListener("change", () => {
    const size = [...input.files].reduce((sum, file) => sum + file.size, 0);
    const megabytes = { size: Math.round(size / MB), most: Math.round(most / MB) };
    input.setCustomValidity(size > most ? fill(input.dataset.tooLarge, megabytes) : "");
    input.reportValidity();
  });
}
