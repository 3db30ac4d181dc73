/* Forms that leave the page, such as finishing or signing, are submitted only if the server is reachable. */

import { requireServer } from "./alive.js";
import { texts } from "./texts.js";

const asking = new WeakSet();
const answered = new WeakSet();

function complain(form) {
  const note = document.createElement("p");
  note.className = "note error";
  note.setAttribute("role", "alert");
  note.textContent = texts.nothingChanged;
  form.append(note);
}

document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  const leaves = form.method === "post" && !form.matches("[hx-post], [data-entry]");
  if (event.defaultPrevented || !leaves || answered.delete(form)) return;
  event.preventDefault();
  if (asking.has(form)) return;
  asking.add(form);
  form.querySelector("[role=alert]")?.remove();
  try {
    await requireServer();
    answered.add(form);
    form.requestSubmit(submitter);
  } catch {
    complain(form);
  } finally {
    asking.delete(form);
  }
});
