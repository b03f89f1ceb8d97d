/** What failed for lack of a connection is done again without anyone asking for it. */

const AGAIN_MS = 5000;

/**
 * Does it again by itself, when the browser is online again or after a while.
 *
 * @param {() => void} again
 */
export function comeBack(again) {
  const over = new AbortController();
  const once = () => (over.abort(), clearTimeout(timer), again());
  const timer = setTimeout(once, AGAIN_MS);
  window.addEventListener("online", once, { signal: over.signal });
}
