/* What the score pad does beyond a plain form: Shift writes a blank, typing goes on while an answer
 * is under way, and nothing typed is lost when an answer fails. Typing on the board is board.js. */

import { requireServer } from "./alive.js";
import { keeper } from "./draft.js";
import { fill, texts } from "./texts.js";

const form = document.querySelector("[data-entry]");

if (form) {
  const line = form.elements.line;
  const cased = form.querySelector("[data-cased]");

  form.querySelector("[data-without-script]").hidden = true;
  line.setSelectionRange(line.value.length, line.value.length); // a line to correct goes on at its end

  /* The word part of a play: after the square, before the score. */
  const WORD = /^\s*(?:\d+\s*:\s*)?(?:@\S+\s+)?(?:\d{1,2}[a-z]|[a-z]\d{1,2})\s+\S*$/i;

  /* What stands in the word already was typed before this script was here: plain letters are tiles. */
  function capitals() {
    const at = line.selectionStart;
    const start = line.value.slice(0, at).lastIndexOf(" ") + 1;
    const word = line.value.slice(start, at);
    if (word === word.toLowerCase()) line.setRangeText(word.toUpperCase(), start, at, "end");
  }

  let shift = false;
  line.addEventListener("keydown", (event) => {
    shift = event.shiftKey;
  });
  line.addEventListener("beforeinput", (event) => {
    const letter = event.data;
    if (event.inputType !== "insertText" || !letter || letter.length !== 1) return;
    if (letter.toLowerCase() === letter.toUpperCase()) return;
    if (!WORD.test(line.value.slice(0, line.selectionStart))) return;
    event.preventDefault();
    if (cased.value !== "1") capitals();
    const written = shift ? letter.toLowerCase() : letter.toUpperCase();
    line.setRangeText(written, line.selectionStart, line.selectionEnd, "end");
    cased.value = "1"; // from here on a small letter is meant
    line.dispatchEvent(new Event("input", { bubbles: true }));
  });
  line.addEventListener("input", (event) => {
    if (event.inputType === "insertFromPaste" || !line.value.trim()) cased.value = "";
  });

  function write(text) {
    line.value = text;
    line.focus();
    line.setSelectionRange(text.length, text.length);
    settled = false;
    keep();
    window.htmx.trigger(line, "understand");
  }

  document.addEventListener("click", (event) => {
    const offer = event.target.closest("[data-insert]");
    if (offer && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      write(offer.dataset.insert);
    }
  });

  /* One line or change is under way at a time; what is entered meanwhile waits its turn, and typing
   * goes on. */
  let sent = null;
  let changing = false;
  let waiting = [];
  let ahead = []; // typed meanwhile and put aside, because what came before it was refused
  let stranded = false; // what waits has reached nobody: it is sent by itself when the server answers
  let again = false; // the line under way was sent before, and may have arrived then
  let settled = false; // an answer says all there is to say until somebody types on

  const asker = (event) => event.detail.requestConfig?.elt;
  const isOurs = (event) => asker(event) === form;
  const isUndoing = (event) => asker(event)?.matches("[data-change]");

  function say(element, className, sentence) {
    const box = document.createElement(element);
    box.className = className;
    box.textContent = sentence;
    document.getElementById("preview").prepend(box);
    return box;
  }

  const listed = (sentence, lines) => fill(sentence, { lines: lines.map(({ text }) => text).join(" / ") });

  function complain(sentence) {
    document.getElementById("preview").replaceChildren();
    say("div", "form-errors", sentence).setAttribute("role", "alert");
  }

  function put({ text, mark }) {
    line.value = text;
    cased.value = mark;
    line.setSelectionRange(text.length, text.length);
    keep();
  }

  const typed = () => ({ text: line.value, mark: cased.value });

  line.addEventListener("input", () => {
    settled = false;
    keep();
  });

  /* Everything typed and not known to be recorded stays with the browser, the line in hand last. A
   * correction is sent as a page of its own: it has arrived when the pad itself is shown again. */
  const UNDER_WAY = "ninetimer under way";
  const name = form.getAttribute("action");
  const isChange = Boolean(form.querySelector("[name=correct], [name=before]"));
  const draft = keeper(name);
  const served = line.defaultValue;

  function keep() {
    const seen = new Set();
    const lines = [sent, ...waiting, typed(), ...ahead].filter((item) => {
      if (!item?.text?.trim() || seen.has(item.text)) return false;
      return seen.add(item.text);
    });
    draft.keep(lines.length && !(lines.length === 1 && lines[0].text === served) ? lines : null);
  }

  /* A page of its own leaves this one, so it is sent only to a server that answers. */
  let reached = false;
  let asking = false;
  async function sendChange(event) {
    if (reached) {
      sessionStorage.setItem(UNDER_WAY, name);
      return;
    }
    event.preventDefault();
    if (asking) return;
    asking = true;
    try {
      await requireServer();
    } catch {
      complain(texts.noAnswer);
      return;
    } finally {
      asking = false;
    }
    reached = true;
    form.requestSubmit(event.submitter);
  }

  if (isChange) {
    form.addEventListener("submit", sendChange);
  } else if (sessionStorage.getItem(UNDER_WAY)) {
    keeper(sessionStorage.getItem(UNDER_WAY)).keep(null);
    sessionStorage.removeItem(UNDER_WAY);
  }

  /* What is typed before everything is loaded, or comes back from earlier, is understood as soon as it can be. */
  function understandUnserved() {
    if (line.value !== served && sent === null) window.htmx.trigger(line, "understand");
  }

  window.addEventListener("load", understandUnserved);

  draft.recall((lines) => {
    if (line.value !== served || sent !== null) return;
    const [first, ...others] = lines;
    line.value = first.text;
    cased.value = first.mark;
    if (document.readyState === "complete") understandUnserved();
    if (others.length) say("p", "soft", listed(texts.typedBefore, others));
  });

  document.addEventListener("htmx:confirm", (event) => {
    if (event.detail.elt === line && (settled || sent !== null || changing)) event.preventDefault();
  });

  document.addEventListener(
    "submit",
    (event) => {
      const { change } = event.target.dataset;
      if ((event.target !== form && !change) || (sent === null && !changing && !stranded)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (change) {
        if (stranded) takeFromWaiting();
        else waiting.push({ change });
        return;
      }
      if (line.value.trim() || !stranded) waiting.push(typed());
      put({ text: "", mark: "" });
      if (stranded && sent === null) setTimeout(goOn);
    },
    true,
  );

  /* Undo and redo by key, while there is no typing in the line that the browser itself can undo. */
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.key === "Escape") {
      document.querySelector("[data-leave]")?.click();
      discard();
    }
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "z") return;
    if (target.matches("input, textarea, select") && (target !== line || line.value)) return;
    event.preventDefault();
    ask(event.shiftKey ? "redo" : "undo");
  });

  /* Of two lines for one turn the other is enough. */
  function discard() {
    if (!form.querySelector("[data-discard]")) return;
    put({ text: "", mark: "" });
    document.getElementById("preview").replaceChildren();
    line.focus({ preventScroll: true });
    line.dispatchEvent(new Event("input", { bubbles: true }));
  }

  form.addEventListener("click", (event) => {
    if (event.target.closest("[data-leave]")) draft.keep(null);
    if (!event.target.closest("[data-discard]") || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    discard();
  });

  function ask(change) {
    const button = document.querySelector(`[data-change="${change}"] button`);
    if (stranded) takeFromWaiting();
    else if (sent !== null || changing) waiting.push({ change });
    else if (button && !button.disabled) {
      window.htmx.process(button.form); // it may have come with the last answer only just now
      button.form.requestSubmit();
    }
  }

  document.addEventListener("htmx:beforeSend", (event) => {
    if (isUndoing(event)) changing = true;
    if (!isOurs(event)) return;
    sent = typed();
    put({ text: "", mark: "" });
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const status = event.detail.xhr.status;
    if (asker(event) !== line && (status === 409 || status === 422)) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
    // A preview that comes after its line was entered has nothing to say any more.
    if (asker(event) === line && (sent !== null || !line.value)) event.detail.shouldSwap = false;
  });

  function goOn() {
    sent = null;
    changing = false;
    const next = waiting.shift();
    if (next.change) {
      ask(next.change);
      if (!changing && waiting.length) goOn(); // it could not be done: what waits behind it can
      return;
    }
    const partial = typed();
    setStranded(false);
    again = Boolean(next.again);
    put(next);
    form.requestSubmit();
    put(partial);
  }

  /* The server does not answer: what was entered waits, in its order, and typing goes on. */
  function strand() {
    waiting = [{ ...sent, again: true }, ...waiting].filter(({ text }) => text?.trim());
    setStranded(waiting.length > 0);
    tellWaiting();
  }

  /* What waits was typed for the sheet as it was; live.js leaves the entry line at that. */
  function setStranded(isSo) {
    stranded = isSo;
    form.toggleAttribute("data-waiting", isSo);
  }

  function tellWaiting() {
    complain(texts.queued);
    say("p", "soft", listed(texts.waiting, waiting));
  }

  /* The last line that waits comes back into the entry line. */
  function takeFromWaiting() {
    if (line.value || !waiting.length) return;
    put(waiting.pop());
    setStranded(waiting.length > 0);
    if (stranded) tellWaiting();
    else document.getElementById("preview").replaceChildren();
  }

  function refuse(status) {
    ahead = [...waiting, typed()].filter(({ text }) => text?.trim());
    waiting = [];
    put(sent);
    if (status === 403) {
      complain(texts.tooOld);
    } else if (status !== 409 && status !== 422) {
      complain(texts.notRecorded);
    }
    if (ahead.length) say("p", "soft", listed(texts.typedMeanwhile, ahead));
  }

  /* Somebody asks every other second what was entered elsewhere; when that is answered, everything is. */
  function sendAgain() {
    if (stranded && sent === null) goOn();
  }

  /* It had arrived all the same, only the answer was lost: nothing is left to enter. */
  function hadArrived() {
    return Boolean(again && form.querySelector("[data-recorded]"));
  }

  document.addEventListener("htmx:afterRequest", (event) => {
    if (asker(event)?.id === "live" && event.detail.successful) setTimeout(sendAgain);
    if (asker(event) === line || asker(event)?.id === "live") return;
    if (isUndoing(event)) {
      settled = !line.value;
      if (event.detail.xhr.status === 0) complain(texts.notUndone);
      line.focus({ preventScroll: true });
      if (waiting.length) setTimeout(goOn);
      else changing = false;
      return;
    }
    if (!isOurs(event)) {
      if (event.detail.xhr.status === 0) complain(texts.notRuled);
      line.focus({ preventScroll: true }); // a ruling was made: back to typing
      return;
    }
    const status = event.detail.xhr.status;
    const away = event.detail.xhr.getResponseHeader("HX-Redirect"); // to the log-in, and back
    const arrived = hadArrived();
    const recorded = arrived || (status === 200 && !away);
    if (arrived) document.getElementById("preview").replaceChildren();
    if (status === 0) {
      strand();
      sent = null;
      keep();
      line.focus({ preventScroll: true });
      return;
    }
    if (away) put(sent);
    else if (!recorded) refuse(status);
    else {
      if (ahead.length && !line.value && !waiting.length) put(ahead.shift()); // put aside before, next in turn
      document.querySelector(".messages")?.remove(); // about the change before this one
      document.querySelector(".finish")?.scrollIntoView({ block: "nearest" }); // what is asked now is seen
    }
    line.focus({ preventScroll: true });
    if (waiting.length) {
      // After this event htmx is free to send again; until then `sent` keeps everybody else waiting.
      setTimeout(goOn);
      return;
    }
    sent = null;
    keep();
    settled = !(recorded && line.value);
    if (!settled) window.htmx.trigger(line, "understand");
  });
}
