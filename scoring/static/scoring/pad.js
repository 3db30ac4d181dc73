/* What the score pad does beyond a plain form: Shift writes a blank, typing goes on while an answer
 * is under way, and nothing typed is lost when an answer fails. Typing on the board is board.js. */

const form = document.querySelector("[data-entry]");

if (form) {
  const line = form.elements.line;
  const cased = form.querySelector("[data-cased]");

  form.querySelector("[data-without-script]").hidden = true;

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
    window.htmx.trigger(line, "understand");
  }

  document.addEventListener("click", (event) => {
    const offer = event.target.closest("[data-insert]");
    if (offer && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      write(offer.dataset.insert);
    }
  });

  /* One line is under way at a time; lines entered meanwhile wait their turn, and typing goes on. */
  let sent = null;
  let waiting = [];
  let settled = false; // an answer says all there is to say until somebody types on

  const asker = (event) => event.detail.requestConfig?.elt;
  const isOurs = (event) => asker(event) === form;

  function say(element, className, sentence) {
    const box = document.createElement(element);
    box.className = className;
    box.textContent = sentence;
    document.getElementById("preview").prepend(box);
    return box;
  }

  function complain(sentence) {
    document.getElementById("preview").replaceChildren();
    say("div", "form-errors", sentence).setAttribute("role", "alert");
  }

  function put({ text, mark }) {
    line.value = text;
    cased.value = mark;
    line.setSelectionRange(text.length, text.length);
  }

  const typed = () => ({ text: line.value, mark: cased.value });

  line.addEventListener("input", () => {
    settled = false;
  });

  document.addEventListener("htmx:confirm", (event) => {
    if (event.detail.elt === line && (settled || sent !== null)) event.preventDefault();
  });

  document.addEventListener(
    "submit",
    (event) => {
      if (event.target !== form || sent === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      waiting.push(typed());
      put({ text: "", mark: "" });
    },
    true,
  );

  document.addEventListener("htmx:beforeSend", (event) => {
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

  function refuse(status) {
    const ahead = [...waiting, typed()].map((item) => item.text).filter((text) => text.trim());
    waiting = [];
    put(sent);
    if (status === 0) {
      complain("The server did not answer. What you typed is still here: press Enter again.");
    } else if (status === 403) {
      complain("This page is too old to be answered. Note what you typed, and reload the page.");
    } else if (status !== 409 && status !== 422) {
      complain("The server could not do this, and recorded nothing. What you typed is still here.");
    }
    if (ahead.length) say("p", "soft", `Typed meanwhile and not entered: ${ahead.join(" / ")}`);
  }

  document.addEventListener("htmx:afterRequest", (event) => {
    if (asker(event) === line) return;
    if (!isOurs(event)) {
      line.focus({ preventScroll: true }); // a ruling was made: back to typing
      return;
    }
    const status = event.detail.xhr.status;
    const recorded = status === 200;
    if (!recorded) refuse(status);
    line.focus({ preventScroll: true });
    if (waiting.length) {
      // After this event htmx is free to send again; until then `sent` keeps everybody else waiting.
      setTimeout(() => {
        const partial = typed();
        put(waiting.shift());
        sent = null;
        form.requestSubmit();
        put(partial);
      });
      return;
    }
    sent = null;
    settled = !(recorded && line.value);
    if (!settled) window.htmx.trigger(line, "understand");
  });
}
