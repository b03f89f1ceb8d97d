/** A thread as the server has it, page by page. */

import { fromWire, fromWirePending } from "./turn-state.js";

/**
 * @typedef {import("./types.js").TurnView} TurnView
 * @typedef {import("./types.js").WireTurn} WireTurn
 * @typedef {import("./types.js").WirePending} WirePending
 */

/**
 * @param {import("./api.js").Api} api
 * @param {string} threadId
 * @param {AbortSignal} signal
 * @returns {Promise<{title: string | null, ended: TurnView[], pending: TurnView[]}>} both oldest first.
 */
export async function readThread(api, threadId, signal) {
  const path = `v1/threads/${encodeURIComponent(threadId)}`;
  const { title } = await api.json(path, { signal });
  const { turns, pending } = await readTurns(api, path, signal);
  const names = await fileNames(api, threadId, [...turns, ...pending], signal);
  return {
    title,
    ended: turns.map((turn) => fromWire(turn, names)),
    pending: pending.map((message) => fromWirePending(message, names)),
  };
}

/**
 * What came into a conversation since a turn, and whether a person is still called or has it.
 *
 * @param {import("./api.js").Api} api
 * @param {string} threadId
 * @param {number} index of the last turn that is known.
 * @param {AbortSignal} signal
 * @returns {Promise<{isEscalated: boolean, ended: TurnView[]}>} oldest first.
 */
export async function readBeyond(api, threadId, index, signal) {
  const path = `v1/threads/${encodeURIComponent(threadId)}`;
  const { session_status } = await api.json(path, { signal });
  const { turns } = await api.json(`${path}/turns?cursor=${index}`, { signal });
  const names = await fileNames(api, threadId, turns, signal);
  return { isEscalated: session_status === "escalated", ended: turns.map((/** @type {WireTurn} */ turn) => fromWire(turn, names)) };
}

/**
 * @param {import("./api.js").Api} api
 * @param {string} path
 * @param {AbortSignal} signal
 */
async function readTurns(api, path, signal) {
  /** @type {{turns: WireTurn[], pending: WirePending[]}} */
  const all = { turns: [], pending: [] };
  let cursor = "";
  do {
    const page = await api.json(`${path}/turns${cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`}`, { signal });
    all.turns.push(...page.turns);
    all.pending.push(...page.pending);
    cursor = page.next_cursor ?? "";
  } while (cursor !== "");
  return all;
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
