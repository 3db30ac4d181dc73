/* Whether the server is there, asked before a form leaves the page: else the browser's own page of
 * errors would take the place of this one. */

const ADDRESS = "/alive/";

/* Throws where nobody answers, or a proxy answers for a server that is gone. */
export async function requireServer() {
  const answer = await fetch(ADDRESS, { cache: "no-store" });
  if (!answer.ok) throw new Error(answer.statusText);
}
