/* Enhancements of the score pad: blanks are written in lower case (word_case.js), a line is previewed during
 * typing, and lines, undo and redo go through a queue (entry_line.js). Typing on the board is in board.js. */

import { requireServer } from "./alive.js";
import { keeper } from "./draft.js";
import { asker, complain, entryLine, focusLine } from "./entry_line.js";
import { hasFocus } from "./squares.js";
import { texts } from "./texts.js";
import { isWord, wordWith } from "./word_case.js";

const form = document.querySelector("[data-entry]");

if (form) {
  const line = form.elements.line;
  const cased = form.querySelector("[data-cased]");

  form.querySelector("[data-without-script]").hidden = true;
  line.setSelectionRange(line.value.length, line.value.length); // continue a line to correct at its end

  /* The word of a play: after the square, before the score. */
  const WORD = /^\s*(?:\d+\s*:\s*)?(?:@\S+\s+)?(?:\d{1,2}[a-z]|[a-z]\d{1,2})\s+\S*$/i;

  /* Writes letters at the end of the word before the cursor, blanks in lower case. */
  function spell(typed, length = 0) {
    const at = line.selectionStart - length;
    const start = line.value.slice(0, at).lastIndexOf(" ") + 1;
    const word = wordWith(line.value.slice(start, at), typed, { isCased: cased.value === "1" });
    line.setRangeText(word, start, line.selectionEnd, "end");
    cased.value = "1"; // lower case now means blanks
    line.dispatchEvent(new Event("input", { bubbles: true }));
  }

  line.addEventListener("beforeinput", (event) => {
    if (event.inputType !== "insertText" || !isWord(event.data)) return;
    if (!WORD.test(line.value.slice(0, line.selectionStart))) return;
    event.preventDefault();
    spell(event.data);
  });
  /* Keyboards that insert whole words cannot be stopped; the word is converted afterwards. */
  line.addEventListener("compositionend", ({ data }) => {
    const before = line.value.slice(0, line.selectionStart);
    if (isWord(data) && before.endsWith(data) && WORD.test(before.slice(0, -data.length))) spell(data, data.length);
  });
  line.addEventListener("input", (event) => {
    if (event.inputType === "insertFromPaste" || !line.value.trim()) cased.value = "";
  });

  function write(text) {
    line.value = text;
    line.focus();
    line.setSelectionRange(text.length, text.length);
    isAnswered = false;
    entries.keep();
    window.htmx.trigger(line, "understand");
  }

  document.addEventListener("click", (event) => {
    const offer = event.target.closest("[data-insert]");
    if (offer && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      write(offer.dataset.insert);
    }
  });

  let isAnswered = false; // a response is shown until typing continues

  const preview = () => document.getElementById("preview");

  /* Content that overflows can be reached by Tab and scrolled. */
  new MutationObserver(() => {
    const { scrollHeight, clientHeight } = preview();
    if (scrollHeight > clientHeight) preview().tabIndex = 0;
    else preview().removeAttribute("tabindex");
  }).observe(preview(), { childList: true, subtree: true });

  const alarm = "form-errors";

  line.addEventListener("input", () => {
    isAnswered = false;
  });

  /* Text typed before everything is loaded, or restored, is previewed as soon as possible. */
  function understandUnserved() {
    if (line.value !== line.defaultValue && !entries.queue.underWay) window.htmx.trigger(line, "understand");
  }

  window.addEventListener("load", understandUnserved);

  const entries = entryLine(form, {
    mark: cased,
    inOrder: true,
    notes: preview,
    alarm,
    change: askFor,
    hasArrived: () => Boolean(form.querySelector("[data-recorded]")),
    isQuestion: () => Boolean(form.elements.confirmed),
    settled,
  });

  entries.recall(() => {
    if (document.readyState === "complete") understandUnserved();
  });

  /* Questions at the end of a game stay visible above the entry line. */
  function showFinish() {
    const { bottom } = document.querySelector(".finish")?.getBoundingClientRect() ?? { bottom: 0 };
    const { top } = form.parentElement.getBoundingClientRect();
    if (bottom > top) window.scrollBy({ top: bottom - top, behavior: "instant" });
  }

  function settled(outcome) {
    const isRecorded = outcome === "answered" || outcome === "arrived";
    if (outcome === "arrived") preview().replaceChildren(); // nothing is left to enter
    if (isRecorded) {
      document.querySelector(".messages")?.remove(); // about the previous change
      showFinish();
    }
    if (!isRecorded || !hasFocus()) focusLine(line, preview()); // a user who moved to the board stays there
    if (entries.queue.underWay) return;
    isAnswered = !(isRecorded && line.value);
    if (!isAnswered) window.htmx.trigger(line, "understand");
  }

  /* The preview of a line, except while one is being sent or after it was entered or cleared. */
  document.addEventListener("htmx:confirm", (event) => {
    if (event.detail.elt === line && (isAnswered || entries.queue.underWay)) event.preventDefault();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const isLate = isAnswered || entries.queue.underWay || !line.value;
    if (asker(event) === line && isLate) event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    if (asker(event) === line) entries.tell();
  });

  /* Every response replaces the label; the placeholder of the empty line comes from it. */
  document.addEventListener("htmx:oobAfterSwap", () => {
    const { example } = document.getElementById("entry-label").dataset;
    if (example && line.placeholder !== example) line.placeholder = example;
  });

  // --- undo and redo ------------------------------------------------------------------------

  const isChange = (event) => asker(event)?.matches("[data-change]");

  /* Submits the form of an undo or redo; returns false if there is nothing to undo or redo. */
  function askFor(change) {
    const source = document.querySelector(`[data-change="${change}"]`);
    if (!source || source.querySelector("button").disabled) return false;
    const [address, target, swap] = ["hx-post", "hx-target", "hx-swap"].map((name) => source.getAttribute(name));
    window.htmx.ajax("POST", address, { source, target, swap });
    return true;
  }

  document.addEventListener(
    "submit",
    (event) => {
      const { change } = event.target.dataset;
      if (!change) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      entries.change(change);
    },
    true,
  );

  /* By key, unless the browser can undo typing in the line. */
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (event.key === "Escape") {
      document.querySelector("[data-leave]")?.click();
      discard();
    }
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== "z") return;
    if (target.matches("input, textarea, select") && (target !== line || line.value)) return;
    event.preventDefault();
    entries.change(event.shiftKey ? "redo" : "undo");
  });

  document.addEventListener("htmx:afterRequest", (event) => {
    const { xhr, successful } = event.detail;
    if (asker(event)?.id === "live") {
      // The page polls every other second; a response restores everything.
      if (successful) setTimeout(entries.reached);
      return;
    }
    if (asker(event) === line || asker(event) === form) return;
    // After an undo or a ruling, return to typing.
    if (xhr.status === 0) complain(preview(), alarm, isChange(event) ? texts.notUndone : texts.notRuled);
    line.focus({ preventScroll: true });
    if (!isChange(event)) return;
    isAnswered = !line.value;
    entries.changed(xhr.status !== 0);
  });

  // --- two lines for one turn ---------------------------------------------------------------

  /* Of two lines for one turn, one is enough. */
  function discard() {
    if (!form.querySelector("[data-discard]")) return;
    entries.put({ text: "" });
    preview().replaceChildren();
    line.focus({ preventScroll: true });
    line.dispatchEvent(new Event("input", { bubbles: true }));
  }

  form.addEventListener("click", (event) => {
    if (event.target.closest("[data-leave]")) entries.forget();
    if (!event.target.closest("[data-discard]") || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    discard();
  });

  // --- corrections --------------------------------------------------------------------------

  /* The turn being corrected, in the middle of its scrolling column. */
  function showTurnInHand() {
    const row = document.querySelector(".score-sheet tr.stepped");
    const column = row?.closest(".score-column");
    const above = (element) => element.getBoundingClientRect().top;
    column?.scrollBy({ top: above(row) - above(column) - column.clientHeight / 2, behavior: "instant" });
  }

  /* A correction is submitted as a page of its own: it has arrived when the pad is shown again. It leaves this
   * page, so it is sent only if the server is reachable. */
  const UNDER_WAY = "ninetimer under way";
  let isReached = false;
  let isAsking = false;
  async function sendCorrection(event) {
    if (isReached) {
      sessionStorage.setItem(UNDER_WAY, form.getAttribute("action"));
      return;
    }
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    try {
      await requireServer();
    } catch {
      isAnswered = true;
      complain(preview(), alarm, texts.noAnswer);
      return;
    } finally {
      isAsking = false;
    }
    isReached = true;
    form.requestSubmit(event.submitter);
  }

  if (form.querySelector("[name=correct], [name=before]")) {
    form.addEventListener("submit", sendCorrection);
    showTurnInHand();
  } else if (sessionStorage.getItem(UNDER_WAY)) {
    keeper(sessionStorage.getItem(UNDER_WAY)).keep(null);
    sessionStorage.removeItem(UNDER_WAY);
  }
}
