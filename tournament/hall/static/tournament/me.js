/* A player's own page: remember the player on this phone, and resend reports lost by the network.
 *
 * A form with `data-resend` is sent in the background. While the server does not answer, it stays on the page with
 * that sentence and is sent again. Its `key` makes repeated arrivals count as one report.
 */

const remembered = `ninetimer-me-${document.body.dataset.event}`;
const AGAIN = 3000;

const title = document.querySelector("[data-me]");
if (title) {
  const [division, number] = title.dataset.me.split(" ");
  try {
    localStorage.setItem(remembered, JSON.stringify({ division, number: Number(number), address: location.pathname }));
  } catch {
    /* without storage, the QR code still leads here */
  }
}

async function send(form, body) {
  try {
    // Do not follow the redirect: its page shows a message once, so the browser must open it.
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
      /* no storage, nothing to forget */
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
