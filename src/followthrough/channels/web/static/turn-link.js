/** What the address names: a conversation, and maybe one turn of it: `#thread=…&turn=…`. */

/** As many as the server gives at once: what lies between is drawn only if someone looks at it. */
const AT_ONCE = 500;

export const addressOf = (/** @type {string} */ threadId) => `#thread=${encodeURIComponent(threadId)}`;

/** @returns {string | null} */
export function threadInAddress() {
  const id = new URLSearchParams(location.hash.slice(1)).get("thread");
  return id === "" ? null : id;
}

/** @returns {string | null} */
const turnInAddress = () => new URLSearchParams(location.hash.slice(1)).get("turn");

/**
 * Shows the turn that the address names, however far back it is.
 *
 * @param {import("./conversation.js").Conversation} conversation
 * @param {import("./view-turns.js").TurnsView} view
 */
export async function revealTurn(conversation, view) {
  const wanted = turnInAddress();
  if (wanted === null) return;
  const isHere = () => conversation.turns.some(({ turnId }) => turnId === wanted);
  while (!isHere() && conversation.earlier > 0 && !conversation.isLeft) await conversation.loadEarlier(AT_ONCE);
  if (isHere()) view.reveal(wanted);
}
