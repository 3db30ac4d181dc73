/* A player's own page: the phone remembers whose it is, and a report that the network lost is sent again.
 *
 * A form with `data-resend` is sent in the background; while nobody answers it stays on the page with that
 * sentence and is sent anew. Its `key` makes it one report however often it arrives.
 */

const remembered = `ninetimer-me-${document.body.dataset.event}`;
const AGAIN = 3000;

const title = document.querySelector("[data-me]");
if (title) {
  const [division, number] = title.dataset.me.split(" ");
  try {
    localStorage.setItem(remembered, JSON.stringify({ division, number: Number(number), address: location.pathname }));
  } catch {
    /* storage switched off: the QR leads here again */
  }
}

async function send(form, body) {
  try {
    // Not followed: the page it leads to tells once what came of it, and is opened for the player to read.
    const response = await fetch(form.action, { method: "POST", body, redirect: "manual", headers: { Accept: "text/html" } });
    if (response.status >= 500) throw new Error(String(response.status));
    if (response.type === "opaqueredirect") {
      location.assign(new URL("../../", form.action));
      return;
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    document.getElementById("main").replaceChildren(...document.importNode(page.getElementById("main"), true).childNodes);
  } catch {
    waitFor(form, body);
  }
}

function waitFor(form, body) {
  let note = form.querySelector(".note");
  if (!note) {
    note = document.createElement("p");
    note.className = "note warning";
    note.setAttribute("role", "status");
    form.append(note);
  }
  note.textContent = form.dataset.resend;
  setTimeout(() => send(form, body), AGAIN);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.matches("[data-forget-me]")) {
    try {
      localStorage.removeItem(remembered);
    } catch {
      /* nothing was remembered */
    }
  }
  if (!form.matches("[data-resend]")) return;
  event.preventDefault();
  if (form.dataset.sending) return;
  form.dataset.sending = "yes";
  const body = new URLSearchParams(new FormData(form));
  body.set("send", "1");
  send(form, body);
});
