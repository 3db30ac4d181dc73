/* Which letters of a word being typed are blanks. Shift writes one, and so does a capital amid small letters or a small
 * letter amid capitals: a keyboard on a screen has no Shift that a page hears of, and writes whole words at once. */

let letters = []; // of the word in hand: { letter, isBlank, isNamed }; isBlank is undefined where the case alone tells
let hard = null; // the last key that went down, until a letter has come of it

document.addEventListener("keydown", (event) => (hard = event), true);

const isSmall = (letter) => letter !== letter.toUpperCase();
const isCapital = (letter) => letter !== letter.toLowerCase();
const inCase = (letter, small) => {
  const other = small ? letter.toLowerCase() : letter.toUpperCase();
  return other.length === letter.length ? other : letter;
};

/* Whether text is letters alone. */
export const isWord = (text) => /^[\p{L}\p{M}]+$/u.test(text ?? "");

/* What the key says of the letter that came of it. */
function fromKey(letter, isBlank) {
  const isNamed = hard?.key.toLowerCase() === letter.toLowerCase();
  const shifted = isNamed && hard.shiftKey ? true : undefined;
  const locked = isNamed && hard.getModifierState("CapsLock") ? false : undefined;
  return { letter, isNamed, isBlank: isBlank ?? shifted ?? locked };
}

/* The letters of `word` as they were typed; of what another hand wrote, a small letter is a blank where it `isCased`. */
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
  // One capital alone, of a key that has no name, was asked for by Shift.
  const isMeant = capitals.length > 1 || capitals[0]?.isNamed;
  const inCapitals = isMeant && capitals.length * 2 > open.length;
  return letters
    .map(({ letter, isBlank }) => inCase(letter, isBlank ?? (inCapitals ? isSmall(letter) : isCapital(letter))))
    .join("");
}

/* The word with `typed` at its end: blanks in small letters, all others in capitals. */
export function wordWith(word, typed, { isCased, isBlank } = {}) {
  letters = [...recalled(word, isCased), ...[...typed].map((letter) => fromKey(letter, isBlank))];
  hard = null;
  return written();
}
