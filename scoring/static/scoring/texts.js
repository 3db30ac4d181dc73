/* The sentences that scripts show. The server writes them into the page in its language, as JSON. */

const written = document.getElementById("script-texts");

export const texts = written ? JSON.parse(written.textContent) : {};

/* A sentence with what stands in braces filled in: `{square}` becomes `values.square`. */
export function fill(sentence, values) {
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
