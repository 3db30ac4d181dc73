/* Check that the server is reachable before a form leaves the page. Otherwise the browser would replace the page
 * with its own error page. */

const ADDRESS = "/alive/";

/* Throws if the server does not respond, or if a proxy responds for a server that is down. */
export async function requireServer() {
  const answer = await fetch(ADDRESS, { cache: "no-store" });
  if (!answer.ok) throw new Error(answer.statusText);
}
