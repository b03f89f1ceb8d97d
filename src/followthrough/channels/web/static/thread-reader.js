/** A thread as the server has it, page by page. */

import { fromWire, fromWirePending, judged } from "./turn-state.js";

/**
 * @typedef {import("./types.js").TurnView} TurnView
 * @typedef {import("./types.js").WireTurn} WireTurn
 * @typedef {import("./types.js").WirePending} WirePending
 */

/** Turns that are read at first: more than a tall window shows. The rest follows when someone scrolls up to it. */
const NEWEST = 12;
const EARLIER = 40;

/** @param {string} threadId */
const pathOf = (threadId) => `v1/threads/${encodeURIComponent(threadId)}`;

/** @param {string} threadId of hundreds of objectives the page reads none here: its turns have theirs. */
const headOf = (threadId) => `${pathOf(threadId)}?objectives=false`;

/**
 * The newest turns of a thread.
 *
 * @param {import("./api.js").Api} api
 * @param {string} threadId
 * @param {AbortSignal} signal
 * @returns {Promise<{title: string | null, collection: string, earlier: number, holder: string, isEscalated: boolean, waitingPlace: number | null, ended: TurnView[],
 *   pending: TurnView[]}>} both oldest first; `earlier` turns stand before them.
 */
export async function readThread(api, threadId, signal) {
  const { title, collection, turns: count, ...state } = await api.json(headOf(threadId), { signal });
  const earlier = Math.max(0, count - NEWEST);
  return { title, collection, earlier, ...stateOf(state), ...(await readAfter(api, threadId, earlier, signal)) };
}

/**
 * Turns before those that are shown.
 *
 * @param {import("./api.js").Api} api
 * @param {string} threadId
 * @param {number} count how many there are.
 * @param {AbortSignal} signal
 * @param {number} [most] how many are read.
 * @returns {Promise<{earlier: number, ended: TurnView[]}>} the last of them, oldest first.
 */
export async function readBefore(api, threadId, count, signal, most = EARLIER) {
  const earlier = Math.max(0, count - most);
  const page = await api.json(`${pathOf(threadId)}/turns?cursor=${earlier}&limit=${count - earlier}`, { signal });
  const names = await fileNames(api, threadId, page.turns, signal);
  return { earlier, ended: judged(page.turns.map((/** @type {WireTurn} */ turn) => fromWire(turn, names)), page.feedback) };
}

/**
 * What came into a conversation since a turn.
 *
 * @param {import("./api.js").Api} api
 * @param {object} asked
 * @param {string} asked.threadId
 * @param {number} asked.index of the last turn that is known to have ended.
 * @param {boolean} asked.withState whether who has the conversation is asked too.
 * @param {AbortSignal} asked.signal
 * @returns {Promise<{ended: TurnView[], pending: TurnView[], title?: string | null, isEscalated?: boolean,
 *   holder?: string, waitingPlace?: number | null}>} oldest first.
 */
export async function readBeyond(api, { threadId, index, withState, signal }) {
  const thread = withState ? await api.json(headOf(threadId), { signal }) : null;
  const state = thread === null ? {} : { title: thread.title, ...stateOf(thread) };
  return { ...state, ...(await readAfter(api, threadId, index, signal)) };
}

/** @param {{session_status: string, holder: string, waiting_place: number | null}} state */
const stateOf = ({ session_status, holder, waiting_place: waitingPlace }) => ({
  isEscalated: session_status === "escalated",
  holder,
  waitingPlace,
});

/**
 * @param {import("./api.js").Api} api
 * @param {string} threadId
 * @param {number} index
 * @param {AbortSignal} signal
 */
async function readAfter(api, threadId, index, signal) {
  /** @type {{turns: WireTurn[], pending: WirePending[], feedback: import("./turn-state.js").WireVerdict[]}} */
  const all = { turns: [], pending: [], feedback: [] };
  let cursor = `${index}`;
  do {
    const page = await api.json(`${pathOf(threadId)}/turns?cursor=${encodeURIComponent(cursor)}`, { signal });
    all.turns.push(...page.turns);
    all.pending.push(...page.pending);
    all.feedback.push(...page.feedback);
    cursor = page.next_cursor ?? "";
  } while (cursor !== "");
  const names = await fileNames(api, threadId, [...all.turns, ...all.pending], signal);
  return {
    ended: judged(
      all.turns.map((turn) => fromWire(turn, names)),
      all.feedback,
    ),
    pending: all.pending.map((message) => fromWirePending(message, names)),
  };
}

/**
 * Turns name their files by id only.
 *
 * @param {import("./api.js").Api} api
 * @param {string} threadId
 * @param {{attachments: string[]}[]} messages
 * @param {AbortSignal} signal
 * @returns {Promise<Map<string, string>>} names by document id.
 */
async function fileNames(api, threadId, messages, signal) {
  if (messages.every(({ attachments }) => attachments.length === 0)) return new Map();
  const page = await api.json(`v1/documents?limit=500&thread_id=${encodeURIComponent(threadId)}`, { signal });
  /** @type {import("./types.js").DocumentEntry[]} */
  const documents = page.documents;
  return new Map(documents.map(({ document_id, name }) => [document_id, name]));
}
