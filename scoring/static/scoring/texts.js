/* The sentences shown by scripts. The server embeds them in the page as JSON, in the language of the page. */

const written = document.getElementById("script-texts");

export const texts = written ? JSON.parse(written.textContent) : {};

/* Fills in the placeholders of a sentence: `{square}` becomes `values.square`. */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
