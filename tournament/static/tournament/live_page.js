/* A page that shows entries by others: says so while the server does not answer, and when it does again. */

import { fill, texts } from "../scoring/texts.js";

const note = document.createElement("p");
note.className = "note error no-server";
note.setAttribute("role", "alert");
note.hidden = true;
document.querySelector("main").prepend(note);

const asks = (event) => event.target.matches?.("[data-poll]");

function silent(event) {
  if (!asks(event) || !note.hidden) return;
  const time = new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  note.textContent = fill(texts.silentSince, { time });
  note.hidden = false;
}

for (const name of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(name, silent);
}
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (asks(event) && event.detail.xhr.status < 400) note.hidden = true;
});
