/* What the score pad does beyond a plain form: Shift writes a blank, squares can be clicked, typing goes
 * on while an answer is under way, and nothing typed is lost when an answer fails. */

const form = document.querySelector("[data-entry]");

if (form) {
  const line = form.elements.line;
  const cased = form.querySelector("[data-cased]");

  form.querySelector("[data-without-script]").hidden = true;

  /* The word part of a play: after the square, before the score. */
  const WORD = /^\s*(?:\d+\s*:\s*)?(?:@\S+\s+)?(?:\d{1,2}[a-z]|[a-z]\d{1,2})\s+\S*$/i;

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

  /* A click on a square writes its coordinate; another on the same square turns the direction. */
  const START = /^(\s*(?:\d+\s*:\s*)?(?:@\S+\s+)?)(?:(\d{1,2}[a-z]|[a-z]\d{1,2})(?=\s|$)\s*)?(.*)$/i;

  function squareAt(drawing, event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      drawing.getScreenCTM().inverse(),
    );
    const { margin, size } = drawing.dataset;
    const column = Math.floor((point.x - margin) / size);
    const row = Math.floor((point.y - margin) / size);
    const across = Math.round((drawing.viewBox.baseVal.width - margin) / size);
    const upright = Math.round((drawing.viewBox.baseVal.height - margin) / size);
    if (column < 0 || row < 0 || column >= across || row >= upright) return null;
    return { row: row + 1, letter: String.fromCharCode(65 + column) };
  }

  document.addEventListener("click", (event) => {
    const drawing = event.target.closest("figure.board > svg");
    if (drawing) {
      const square = squareAt(drawing, event);
      if (!square) return;
      const [, before, now, after] = START.exec(line.value);
      const across = `${square.row}${square.letter}`;
      const down = `${square.letter}${square.row}`;
      write(`${before}${now?.toUpperCase() === across ? down : across} ${after}`);
      return;
    }
    const offer = event.target.closest("[data-insert]");
    if (offer && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      write(offer.dataset.insert);
    }
  });

  function takeClicks() {
    document.querySelector("figure.board")?.classList.add("takes-clicks");
  }
  takeClicks();

  /* One line is under way at a time. Typing goes on; an Enter pressed meanwhile is done afterwards. */
  let sent = null;
  let sentCased = "";
  let entered = false;
  let settled = false; // an answer says all there is to say until somebody types on

  line.addEventListener("input", () => {
    settled = false;
  });
  document.addEventListener("htmx:confirm", (event) => {
    if (event.detail.elt === line && settled) event.preventDefault();
  });

  function complain(sentence) {
    const box = document.createElement("div");
    box.className = "form-errors";
    box.setAttribute("role", "alert");
    box.textContent = sentence;
    document.getElementById("preview").replaceChildren(box);
  }

  const asker = (event) => event.detail.requestConfig?.elt;
  const isOurs = (event) => asker(event) === form;

  document.addEventListener(
    "submit",
    (event) => {
      if (event.target !== form || sent === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      entered = true;
    },
    true,
  );

  document.addEventListener("htmx:beforeSend", (event) => {
    if (!isOurs(event)) return;
    sent = line.value;
    sentCased = cased.value;
    line.value = "";
    cased.value = "";
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    const status = event.detail.xhr.status;
    if (isOurs(event) && (status === 409 || status === 422)) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
    // A preview that comes after its line was entered has nothing to say any more.
    if (asker(event) === line && (sent !== null || !line.value)) event.detail.shouldSwap = false;
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    if (!isOurs(event)) return;
    const status = event.detail.xhr.status;
    const ahead = line.value;
    const recorded = status === 200;
    const again = entered && recorded;
    if (!recorded) {
      line.value = sent;
      cased.value = sentCased;
      line.setSelectionRange(sent.length, sent.length);
      if (status === 0) {
        complain("The server did not answer. What you typed is still here: press Enter again.");
      } else if (status === 403) {
        complain("This page is too old to be answered. What you typed is still here: note it and reload the page.");
      } else if (status !== 409 && status !== 422) {
        complain("The server could not do this, and nothing was recorded. What you typed is still here.");
      }
      if (ahead) {
        const kept = document.createElement("p");
        kept.textContent = `Typed meanwhile and not entered: ${ahead}`;
        document.getElementById("preview").append(kept);
      }
    }
    sent = null;
    entered = false;
    settled = !(recorded && line.value);
    takeClicks();
    line.focus({ preventScroll: true });
    if (again) form.requestSubmit();
    else if (recorded && line.value) window.htmx.trigger(line, "understand");
  });
}
