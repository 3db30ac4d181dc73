/* A queue of lines entered while the server is slow or unreachable, independent of the page.
 *
 * An entry is `{ text, mark }`, a line as typed with its mark, or `{ change }`, an undo or redo. One entry at a
 * time is being sent. `state` is
 *
 *   idle      nothing is being sent
 *   sending   one entry is being sent
 *   waiting   one entry is being sent, and others wait behind it
 *   asking    the server asked about a line; it is back in the field, and entering it again answers
 *   refused   the server refused a line; it is back in the field to be corrected
 *   offline   the server is unreachable; entries are kept and sent later
 *
 * Each method reports an event and returns the next step: `{ send: entry }`, `{ put: entry }` (into the field,
 * which is empty or whose text the queue has taken), or `{}`. `inHand` is the line being typed.
 *
 * With `inOrder`, a refused line holds back the entries after it, as the turns of a game require. Without it,
 * lines are independent: later ones are sent, and the refused line is put aside until the field is free. Lines
 * put aside return to the field one after the other. */

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

  /* Enter was pressed, or a change requested. An empty line restores a line put aside, or retries at once. */
  enter(entry) {
    if (this.underWay || this.#resting === "offline") {
      if (!isEmpty(entry)) this.waiting.push(entry);
      return this.underWay ? {} : this.#next();
    }
    if (isEmpty(entry) && this.aside.length) return { put: this.aside.shift() };
    return this.#send(entry);
  }

  /* A line that was back in the field was skipped: it waits until the field is free. */
  putAside(entry) {
    this.aside.push(entry);
  }

  /* A line that was put aside is discarded. */
  drop(entry) {
    this.aside = this.aside.filter((other) => other !== entry);
  }

  /* While the server is unreachable, undo takes back the last entry, if the field is free for it. */
  takeBack(inHand) {
    if (this.state !== "offline" || !isEmpty(inHand)) return {};
    const entry = this.waiting.pop();
    if (!this.waiting.length) this.#resting = "idle";
    return entry.change ? {} : { put: entry };
  }

  /* The entry being sent was recorded, or there was nothing to do. */
  answered(inHand) {
    const entry = this.#land();
    if (this.waiting.length || entry.change || !isEmpty(inHand) || !this.aside.length) return this.#next();
    this.#resting = "idle";
    return { put: this.aside.shift() };
  }

  /* The line being sent was not recorded: `kind` is "asking" or "refused". */
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

  /* The server did not respond. A line may have arrived anyway, and is marked as such when sent again; a change
   * is not repeated. */
  unanswered() {
    const entry = this.#land();
    if (entry.change || isEmpty(entry)) return this.#next();
    this.waiting.unshift({ ...entry, again: true });
    this.#resting = "offline";
    return {};
  }

  /* The server is reachable again. */
  reached() {
    return this.state === "offline" ? this.#next() : {};
  }

  /* Entries left over from an earlier page. */
  restore([first, ...others]) {
    this.aside.push(...others);
    return { put: first };
  }

  /* All lines not known to be recorded, in order, including the one being typed. */
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
