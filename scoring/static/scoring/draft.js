/* Unsent input is kept in the browser through a reload, an expired session, or a crash.
 *
 * `keeper(name)` keeps one value for a page. A form with data-draft keeps its text fields automatically: typed
 * text that never arrived is restored, with a message. */

import { texts } from "./texts.js";

const A_DAY = 86_400_000;

function stored(area, key) {
  try {
    const { value, at } = JSON.parse(area.getItem(key));
    return Date.now() - at < A_DAY ? value : null;
  } catch {
    return null; // nothing stored, or storage is disabled
  }
}

function store(area, key, value) {
  try {
    if (value) area.setItem(key, JSON.stringify({ value, at: Date.now() }));
    else area.removeItem(key);
  } catch {
    // Without storage the page works as it would without this file.
  }
}

/* One persistent value. `recall(restore)` restores it: immediately in the tab it was typed in, and in a new tab
 * only if no other tab still uses it. */
export function keeper(name) {
  const key = `ninetimer ${name}`;
  const others = "BroadcastChannel" in window ? new BroadcastChannel(key) : null;
  let own = false;
  others?.addEventListener("message", ({ data }) => {
    if (data === "who?" && own) others.postMessage("me");
  });
  return {
    keep(value) {
      own = Boolean(value);
      store(sessionStorage, key, value);
      store(localStorage, key, value);
    },
    recall(restore) {
      const here = stored(sessionStorage, key);
      const left = here ?? stored(localStorage, key);
      if (!left) return;
      own = Boolean(here);
      if (here || !others) {
        restore(left);
        return;
      }
      let inHand = false;
      others.addEventListener("message", ({ data }) => {
        if (data === "me") inHand = true;
      });
      others.postMessage("who?");
      setTimeout(() => {
        own = !inHand;
        if (own) restore(left);
      }, 100);
    },
  };
}

const FIELDS = "textarea[name], input[type=text][name], input:not([type])[name], select[name]";

function initial(field) {
  if (field.localName !== "select") return field.defaultValue;
  return [...field.options].find((option) => option.defaultSelected)?.value ?? field.options[0]?.value;
}

for (const form of document.querySelectorAll("form[data-draft]")) {
  const draft = keeper(`${location.pathname} ${form.dataset.draft}`);
  const fields = [...form.querySelectorAll(FIELDS)];
  const typed = () => fields.filter((field) => field.value !== initial(field));
  const keep = (isSent) => {
    const values = Object.fromEntries(typed().map((field) => [field.name, field.value]));
    draft.keep(Object.keys(values).length ? { values, isSent } : null);
  };
  form.addEventListener("input", () => keep(false));
  form.addEventListener("submit", () => keep(true));
  if (typed().length) keep(false); // typed before this file was loaded
  else draft.recall(({ values, isSent }) => {
    // The form has arrived, unless the response asked for a log-in.
    const arrived = isSent && !new URL(document.referrer || location.href).pathname.startsWith("/login");
    const missing = fields.filter((field) => field.name in values && values[field.name] !== field.value);
    if (arrived || !missing.length) {
      draft.keep(null);
      return;
    }
    for (const field of missing) field.value = values[field.name];
    const note = document.createElement("p");
    note.className = "note";
    note.setAttribute("role", "status");
    note.textContent = `${texts.restored} `;
    const away = document.createElement("button");
    away.type = "button";
    away.className = "quiet";
    away.textContent = texts.discard;
    away.addEventListener("click", () => {
      form.reset();
      draft.keep(null);
      note.remove();
    });
    note.append(away);
    form.prepend(note);
  });
}
