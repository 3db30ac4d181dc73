/* Files above the server's limit are refused before they are sent, because the server would cut the response
 * short.
 * An input with data-most-bytes sets the limit, with the message in data-too-large. The server enforces the same
 * limits. */

import { fill } from "./texts.js";

const MB = 1024 * 1024;

document.addEventListener("change", ({ target: input }) => {
  if (!input.matches("input[type=file][data-most-bytes]")) return;
  const most = Number(input.dataset.mostBytes);
  const size = [...input.files].reduce((sum, file) => sum + file.size, 0);
  const megabytes = { size: Math.round(size / MB), most: Math.round(most / MB) };
  input.setCustomValidity(size > most ? fill(input.dataset.tooLarge, megabytes) : "");
  input.reportValidity();
});
