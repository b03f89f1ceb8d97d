/**
 * What the person wrote and the server has not answered for good: drafts, and messages on their way. Kept in the
 * tab's session storage, so that neither an error nor a reload loses a word, and closing the tab forgets them.
 */

/** @typedef {import("./types.js").Pending} Pending */

const NEW = "new";

/** The store's place for a thread that the server does not have yet. */
export const NEW_THREAD = NEW;

/** @param {string} threadId */
const draftKey = (threadId) => `followthrough.draft.${threadId}`;
/** @param {string} threadId */
const pendingKey = (threadId) => `followthrough.pending.${threadId}`;

/**
 * @param {string} threadId
 * @returns {string}
 */
export function readDraft(threadId) {
  return sessionStorage.getItem(draftKey(threadId)) ?? "";
}

/**
 * @param {string} threadId
 * @param {string} text
 */
export function keepDraft(threadId, text) {
  if (text === "") sessionStorage.removeItem(draftKey(threadId));
  else write(draftKey(threadId), text);
}

/**
 * @param {string} threadId
 * @returns {Pending[]} in the order of sending.
 */
export function readPending(threadId) {
  return JSON.parse(sessionStorage.getItem(pendingKey(threadId)) ?? "[]");
}

/**
 * @param {string} threadId
 * @param {Pending} message
 */
export function keepPending(threadId, message) {
  const kept = readPending(threadId);
  const place = kept.findIndex(({ clientMessageId }) => clientMessageId === message.clientMessageId);
  if (place < 0) kept.push(message);
  else kept[place] = message;
  writePending(threadId, kept);
}

/**
 * @param {string} threadId
 * @param {string} clientMessageId
 */
export function dropPending(threadId, clientMessageId) {
  writePending(
    threadId,
    readPending(threadId).filter((kept) => kept.clientMessageId !== clientMessageId),
  );
}

/**
 * What was written before the thread existed belongs to it now.
 *
 * @param {string} threadId
 */
export function moveNewTo(threadId) {
  writePending(threadId, [...readPending(threadId), ...readPending(NEW)]);
  keepDraft(threadId, readDraft(NEW));
  forget(NEW);
}

/** @param {string} threadId */
export function forget(threadId) {
  sessionStorage.removeItem(draftKey(threadId));
  sessionStorage.removeItem(pendingKey(threadId));
}

/**
 * @param {string} threadId
 * @param {Pending[]} messages
 */
function writePending(threadId, messages) {
  if (messages.length === 0) sessionStorage.removeItem(pendingKey(threadId));
  else write(pendingKey(threadId), JSON.stringify(messages));
}

/**
 * A full store must not stop the person from writing: the text is still on the page, only a reload would lose it.
 *
 * @param {string} key
 * @param {string} value
 */
function write(key, value) {
  try {
    sessionStorage.setItem(key, value);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    console.warn("The browser's session storage is full; unsent text would not survive a reload.");
  }
}

/** Where the page is not served securely `randomUUID` is missing; random bits are there everywhere. */
export function newMessageId() {
  const bits = () => [...crypto.getRandomValues(new Uint8Array(16))];
  return crypto.randomUUID?.() ?? bits().map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
