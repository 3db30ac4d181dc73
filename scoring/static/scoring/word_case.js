/* Which letters of a word being typed are blanks: those typed with Shift, and an upper-case letter among
 * lower-case ones or vice versa. On-screen keyboards have no visible Shift key and insert whole words at once. */

let letters = []; // of the current word: { letter, isBlank, isNamed }; isBlank is undefined if only the case decides
let hard = null; // the last key pressed, until its letter has arrived

document.addEventListener("keydown", (event) => (hard = event), true);

const isSmall = (letter) => letter !== letter.toUpperCase();
const isCapital = (letter) => letter !== letter.toLowerCase();
const inCase = (letter, small) => {
  const other = small ? letter.toLowerCase() : letter.toUpperCase();
  return other.length === letter.length ? other : letter;
};

/* Whether text consists only of letters. */
export const isWord = (text) => /^[\p{L}\p{M}]+$/u.test(text ?? "");

/* What the key reveals about the letter it produced. */
function fromKey(letter, isBlank) {
  const isNamed = hard?.key.toLowerCase() === letter.toLowerCase();
  const shifted = isNamed && hard.shiftKey ? true : undefined;
  const locked = isNamed && hard.getModifierState("CapsLock") ? false : undefined;
  return { letter, isNamed, isBlank: isBlank ?? shifted ?? locked };
}

/* The letters of `word` as typed. In text from elsewhere, a lower-case letter is a blank if `isCased`. */
function recalled(word, isCased) {
  const known = written();
  if (known.startsWith(word)) return letters.slice(0, [...word].length);
  const [kept, rest] = word.startsWith(known) ? [letters, word.slice(known.length)] : [[], word];
  const others = [...rest].map((letter) => ({ letter, isNamed: true, isBlank: isCased ? isSmall(letter) : undefined }));
  return [...kept, ...others];
}

function written() {
  const open = letters.filter(({ letter, isBlank }) => isBlank === undefined && isSmall(letter) !== isCapital(letter));
  const capitals = open.filter(({ letter }) => isCapital(letter));
  // A single upper-case letter from an unnamed key was typed with Shift.
  const isMeant = capitals.length > 1 || capitals[0]?.isNamed;
  const inCapitals = isMeant && capitals.length * 2 > open.length;
  return letters
    .map(({ letter, isBlank }) => inCase(letter, isBlank ?? (inCapitals ? isSmall(letter) : isCapital(letter))))
    .join("");
}

/* The word with `typed` at its end: blanks in lower case, all others in upper case. */
export function wordWith(word, typed, { isCased, isBlank } = {}) {
  letters = [...recalled(word, isCased), ...[...typed].map((letter) => fromKey(letter, isBlank))];
  hard = null;
  return written();
}
