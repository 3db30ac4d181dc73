/* What is entered on a line while the server is slow or gone: a queue, without the page around it.
 *
 * An entry is `{ text, mark }`, a line as it was typed and what belongs to it, or `{ change }`, an undo or redo. One
 * is under way at a time. `state` is
 *
 *   idle      nothing is under way
 *   sending   one entry is under way
 *   waiting   one is under way, and others wait behind it
 *   asking    the server asked about a line; it stands in the line again, and entering it again answers
 *   refused   the server did not take a line; it stands in the line again, to be mended
 *   offline   nobody answers; what was entered is kept, and sent when somebody does
 *
 * Each method tells what happened and returns what is to be done: `{ send: entry }`, `{ put: entry }` (into the
 * line, which is empty or whose text the queue has taken), or `{}`. `inHand` is the line as it is being typed.
 *
 * With `inOrder` a line that is not taken holds back what was typed after it, as the turns of a game need it. Without,
 * lines have nothing to do with each other: what comes after goes on, and the line is put aside until there is
 * time for it. What is put aside comes into the line again, one after the other. */

const isEmpty = (entry) => !entry.change && !entry.text?.trim();
const typed = (entries) => entries.filter((entry) => entry && !entry.change && !isEmpty(entry));

export class EntryQueue {
  #resting = "idle";

  constructor({ inOrder = true } = {}) {
    this.inOrder = inOrder;
    this.underWay = null;
    this.waiting = [];
    this.aside = [];
  }

  get state() {
    if (this.underWay) return this.waiting.length ? "waiting" : "sending";
    return this.#resting;
  }

  /* Enter was pressed, or a change asked for. An empty line brings what was put aside, or tries again at once. */
  enter(entry) {
    if (this.underWay || this.#resting === "offline") {
      if (!isEmpty(entry)) this.waiting.push(entry);
      return this.underWay ? {} : this.#next();
    }
    if (isEmpty(entry) && this.aside.length) return { put: this.aside.shift() };
    return this.#send(entry);
  }

  /* A line that stood in the field again was passed over: it waits there until there is time for it. */
  putAside(entry) {
    this.aside.push(entry);
  }

  /* A line that was put aside is not to be entered after all. */
  drop(entry) {
    this.aside = this.aside.filter((other) => other !== entry);
  }

  /* While nobody answers, undo takes back what was entered last, if the line is free for it. */
  takeBack(inHand) {
    if (this.state !== "offline" || !isEmpty(inHand)) return {};
    const entry = this.waiting.pop();
    if (!this.waiting.length) this.#resting = "idle";
    return entry.change ? {} : { put: entry };
  }

  /* What was under way is recorded, or there was nothing to do. */
  answered(inHand) {
    const entry = this.#land();
    if (this.waiting.length || entry.change || !isEmpty(inHand) || !this.aside.length) return this.#next();
    this.#resting = "idle";
    return { put: this.aside.shift() };
  }

  /* The line under way was not taken: `kind` is "asking" or "refused". */
  refused(kind, inHand) {
    const entry = this.#land();
    if (this.inOrder || (!this.waiting.length && isEmpty(inHand))) return this.#giveBack(kind, entry, inHand);
    this.aside.push(entry);
    return this.#next();
  }

  /* The page is being left for a log-in: nothing more is sent from it. */
  interrupted(inHand) {
    return this.#giveBack("refused", this.#land(), inHand);
  }

  /* Nobody answered. A line may have arrived all the same, and says so when it is sent again; a change is not
   * repeated. */
  unanswered() {
    const entry = this.#land();
    if (entry.change || isEmpty(entry)) return this.#next();
    this.waiting.unshift({ ...entry, again: true });
    this.#resting = "offline";
    return {};
  }

  /* Somebody answers again. */
  reached() {
    return this.state === "offline" ? this.#next() : {};
  }

  /* What was left of an earlier page. */
  restore([first, ...others]) {
    this.aside.push(...others);
    return { put: first };
  }

  /* Every line that is not known to be recorded, in its order, the one in hand among them. */
  lines(inHand) {
    const all = typed([this.underWay, ...this.waiting, inHand, ...this.aside]);
    return all.filter(({ text }, at) => all.findIndex((entry) => entry.text === text) === at);
  }

  #land() {
    const entry = this.underWay;
    this.underWay = null;
    return entry;
  }

  #giveBack(kind, entry, inHand) {
    this.aside = typed([...this.waiting, inHand, ...this.aside]);
    this.waiting = [];
    this.#resting = kind;
    return { put: entry };
  }

  #next() {
    this.#resting = "idle";
    return this.waiting.length ? this.#send(this.waiting.shift()) : {};
  }

  #send(entry) {
    this.underWay = entry;
    return { send: entry };
  }
}
