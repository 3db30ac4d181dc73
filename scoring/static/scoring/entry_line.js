/* A form with one line that never loses typed text. Lines are entered through a queue (entry_queue.js). This
 * file passes the events of the page to the queue and shows its state. `form.dataset.state` is the state of the
 * queue. */

import { keeper } from "./draft.js";
import { EntryQueue } from "./entry_queue.js";
import { fill, texts } from "./texts.js";

/* The element that triggered an htmx event. */
export const asker = (event) => event.detail.requestConfig?.elt;

/* Appends a sentence to `place`, and returns its element. */
function say(place, className, sentence, tag = "p") {
  const box = document.createElement(tag);
  box.className = className;
  box.textContent = sentence;
  place.append(box);
  return box;
}

/* Replaces the content of `place`, announcing it at once. */
export function complain(place, className, sentence) {
  place.replaceChildren();
  say(place, className, sentence).setAttribute("role", "alert");
}

/* Focuses the line. The page scrolls only if the line or its response would be out of view, as at 400 % zoom,
 * and not if the user is looking elsewhere while the line has the focus. */
export function focusLine(line, answer) {
  const isSeen = (box) => box.top >= 0 && box.bottom <= innerHeight;
  const { top, bottom } = line.getBoundingClientRect();
  const looksElsewhere = document.activeElement === line && (bottom <= 0 || top >= innerHeight);
  line.focus({ preventScroll: true });
  if (looksElsewhere) return;
  for (const part of [answer, line]) {
    if (part && !isSeen(part.getBoundingClientRect())) part.scrollIntoView({ block: "nearest", behavior: "instant" });
  }
}

/* `page` holds the differences between forms:
 *
 *   mark             a field that belongs to the line, or null
 *   inOrder          as in entry_queue.js
 *   notes()          the element for messages about waiting lines
 *   alarm            the class of sentences about failures
 *   change(name)     requests an undo or redo, and returns whether it was possible
 *   hasArrived()     whether the response says that the line was recorded before
 *   isQuestion()     whether the response asks a question about the line
 *   passedOver(given, text)  the part of the entered text that is a line of its own, entered while `given` was back in
 *                    the line, so that `given` waits; empty if `given` was corrected or answered. Omitted if always so
 *   settled(outcome) called after each response with "answered", "arrived" (recorded before, only
 *                    the response was lost), "asking", "refused" or "offline" */
export function entryLine(form, page) {
  const { mark } = page;
  const line = form.elements.line;
  const queue = new EntryQueue({ inOrder: page.inOrder });
  const draft = keeper(form.getAttribute("action"));
  const served = line.defaultValue;
  let given = "";

  const inHand = () => ({ text: line.value, mark: mark?.value ?? "" });

  function put(entry) {
    line.value = entry.text;
    if (mark) mark.value = entry.mark ?? "";
    line.setSelectionRange(entry.text.length, entry.text.length);
    given = entry.text;
    keep();
  }

  /* All typed text not known to be recorded stays in the browser. */
  function keep() {
    form.dataset.state = queue.state;
    const lines = queue.lines(inHand());
    draft.keep(lines.length && !(lines.length === 1 && lines[0].text === served) ? lines : null);
  }

  function send(entry) {
    if (entry.change) {
      if (!page.change(entry.change)) run(queue.answered(inHand()));
      return;
    }
    const values = { line: entry.text };
    if (mark) values[mark.name] = entry.mark;
    const [target, swap] = ["hx-target", "hx-swap"].map((name) => form.getAttribute(name));
    window.htmx.ajax("POST", form.getAttribute("hx-post"), { source: form, target, swap, values });
  }

  function run(step) {
    if (step.put) put(step.put);
    keep();
    if (step.send) send(step.send);
  }

  /* After a response, htmx can send again only when all listeners have run. */
  function runSoon({ put: entry, send: next }) {
    if (entry) put(entry);
    keep();
    if (next) setTimeout(() => send(next));
  }

  const changes = { undo: texts.undo, redo: texts.redo };
  const listed = (sentence, entries) =>
    fill(sentence, { lines: entries.map(({ text, change }) => text ?? changes[change]).join(" / ") });

  /* Waiting lines and lines put aside, below the response. */
  function tell() {
    const place = page.notes();
    for (const old of place.querySelectorAll("[data-queue]")) old.remove();
    const note = (sentence, entries) => {
      if (entries.length) say(place, "soft", listed(sentence, entries)).dataset.queue = "";
    };
    note(texts.waiting, queue.waiting);
    if (page.inOrder) note(texts.putAside, queue.aside);
    else if (queue.aside.length) listAside(place);
  }

  /* The lines that were put aside, each with a button to discard it. */
  function listAside(place) {
    const list = document.createElement("ul");
    list.dataset.queue = "";
    for (const entry of queue.aside) {
      const cross = document.createElement("button");
      cross.type = "button";
      cross.className = "quiet";
      cross.textContent = "×";
      cross.ariaLabel = fill(texts.dropLine, { line: entry.text });
      cross.addEventListener("click", () => {
        queue.drop(entry);
        keep();
        tell();
        line.focus();
      });
      say(list, "soft", fill(texts.putAside, { lines: entry.text }), "li").append(" ", cross);
    }
    place.append(list);
  }

  function enter(entered) {
    const text = given && page.passedOver?.(given, entered.text ?? "");
    const entry = text ? { ...entered, text } : entered;
    if (text) queue.putAside({ text: given });
    if (!entry.change) put({ text: "" });
    const isOffline = queue.state === "offline";
    run(queue.enter(entry));
    if (isOffline || !page.inOrder) tell();
  }

  /* An undo or redo requested by button or key. */
  function change(name) {
    if (queue.state !== "offline") {
      enter({ change: name });
      return;
    }
    run(queue.takeBack(inHand()));
    if (queue.state !== "offline") page.notes().replaceChildren();
    tell();
  }

  if (form.hasAttribute("hx-post")) {
    document.addEventListener(
      "submit",
      (event) => {
        if (event.target !== form) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        enter(inHand());
      },
      true,
    );
  }

  line.addEventListener("input", () => {
    if (!line.value) given = "";
    keep();
  });

  document.addEventListener("htmx:beforeSwap", (event) => {
    if (asker(event) === line || !isJudged(event.detail.xhr)) return;
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  });

  const isJudged = ({ status }) => status === 409 || status === 422;

  /* Passes the outcome of a response to the queue and carries out the result. */
  function judge(xhr) {
    const { status } = xhr;
    if (status === 0) return ["offline", queue.unanswered()];
    if (xhr.getResponseHeader("HX-Redirect")?.startsWith("/login")) return ["refused", queue.interrupted(inHand())];
    if (status === 200) return ["answered", queue.answered(inHand())];
    if (queue.underWay.again && page.hasArrived()) return ["arrived", queue.answered(inHand())];
    const kind = isJudged(xhr) && page.isQuestion() ? "asking" : "refused";
    return [kind, queue.refused(kind, inHand())];
  }

  document.addEventListener("htmx:afterRequest", (event) => {
    if (asker(event) !== form) return;
    const { xhr } = event.detail;
    const [outcome, step] = judge(xhr);
    runSoon(step);
    if (outcome === "offline") complain(page.notes(), page.alarm, texts.queued);
    else if (xhr.status === 403) complain(page.notes(), page.alarm, texts.tooOld);
    else if (xhr.status !== 200 && !isJudged(xhr)) complain(page.notes(), page.alarm, texts.notRecorded);
    page.settled(outcome);
    tell();
  });

  /* Restores the text left over from an earlier page. */
  function recall(restored) {
    draft.recall((lines) => {
      if (line.value !== served || queue.state !== "idle") return;
      run(queue.restore(lines));
      tell();
      restored();
    });
  }

  form.dataset.state = queue.state;
  return {
    queue,
    put,
    keep,
    tell,
    change,
    recall,
    forget: () => draft.keep(null),
    changed: (isAnswered) => runSoon(isAnswered ? queue.answered(inHand()) : queue.unanswered()),
    reached: () => run(queue.reached()),
  };
}
