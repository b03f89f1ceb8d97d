/**
 * One turn's events from the message to its end, over as many connections as it takes. Events arrive in order,
 * without gap or duplicate: a dropped stream goes on after the last id that was seen.
 */

import { Problem, pause } from "./api.js";
import { readEvents } from "./sse.js";

const ENDING = new Set(["committed", "failed", "stopped"]);
const DELAYS_MS = [300, 700, 1500, 3000, 5000, 8000, 10000, 10000, 10000, 10000];

/**
 * @typedef {object} Follower
 * @property {import("./api.js").Api} api
 * @property {string} threadId
 * @property {import("./types.js").Pending | null} message what to send; null follows another client's turn.
 * @property {string | null} turnId the turn, where it is known before its events are.
 * @property {() => void} onAccepted the server has the message: the next one may be sent.
 * @property {(kind: string, data: any) => void} onEvent
 * @property {() => void} onOpen
 * @property {(error: unknown) => void} onLost what happened; undefined: the stream ended early.
 * @property {AbortSignal} signal
 */

/**
 * Sends the message and follows its turn. Sending is idempotent by the client's message id, so a message whose
 * reply was lost is simply sent again.
 *
 * @param {Follower} follower
 * @returns {Promise<void>} when the turn has ended; rejects with a `Problem` when nothing more can be tried.
 */
export async function followTurn(follower) {
  const place = { lastId: "", turnId: follower.turnId };
  await keepTrying((progressed) => readOnce(follower, place, progressed), follower);
}

/**
 * Does something again while its failures may pass, with growing pauses.
 *
 * @template Result
 * @param {(progressed: () => void) => Promise<Result | undefined>} action undefined means "not done yet"; calling
 *   `progressed` starts the pauses afresh.
 * @param {{onLost: (error: unknown) => void, signal: AbortSignal}} listener
 * @returns {Promise<Result>}
 */
export async function keepTrying(action, { onLost, signal }) {
  let failures = 0;
  const progressed = () => {
    failures = 0;
  };
  for (;;) {
    /** @type {unknown} */
    let trouble;
    try {
      const result = await action(progressed);
      if (result !== undefined) return result;
    } catch (error) {
      if (signal.aborted || !mayPass(error) || failures >= DELAYS_MS.length) throw error;
      trouble = error;
    }
    const delay = DELAYS_MS[failures];
    if (delay === undefined) throw new Problem(0);
    failures += 1;
    onLost(trouble);
    await pauseOrOnline(delay, signal);
  }
}

/**
 * @param {Follower} follower
 * @param {{lastId: string, turnId: string | null}} place
 * @param {() => void} progressed
 * @returns {Promise<true | undefined>} true when the turn ended.
 */
async function readOnce(follower, place, progressed) {
  const response = await connect(follower, place);
  follower.onOpen();
  follower.onAccepted();
  for await (const { event, data, id } of readEvents(response)) {
    if (!isNewer(id, place.lastId)) continue;
    place.lastId = id;
    progressed();
    const body = JSON.parse(data);
    if (event === "started") place.turnId = body.turn_id;
    follower.onEvent(event, body);
    if (ENDING.has(event)) return true;
  }
  return undefined;
}

/**
 * @param {Follower} follower
 * @param {{lastId: string, turnId: string | null}} place
 * @returns {Promise<Response>}
 */
function connect({ api, threadId, message, signal }, { lastId, turnId }) {
  const path = `v1/threads/${encodeURIComponent(threadId)}`;
  /** @type {Record<string, string>} */
  const headers = { Accept: "text/event-stream" };
  if (lastId !== "" || message === null) {
    if (lastId !== "") headers["Last-Event-ID"] = lastId;
    const only = turnId === null ? "" : `?turn_id=${encodeURIComponent(turnId)}`;
    return api.request(`${path}/events${only}`, { headers, signal });
  }
  const attachments = message.attachments.map(({ document_id }) => ({ document_id }));
  return api.request(`${path}/messages`, {
    method: "POST",
    headers,
    signal,
    body: {
      text: message.text,
      client_message_id: message.clientMessageId,
      ...(attachments.length === 0 ? {} : { attachments }),
      ...(message.selection ? { selection: message.selection } : {}),
      ...(message.only?.length ? { include_document_ids: message.only } : {}),
    },
  });
}

/**
 * Ids grow within a thread; what is not above the last one was seen already.
 *
 * @param {string} id
 * @param {string} lastId
 */
function isNewer(id, lastId) {
  return lastId === "" || Number(id) > Number(lastId);
}

/**
 * A broken body raises a bare TypeError; a refused or unreachable server a `Problem`.
 *
 * @param {unknown} error
 */
function mayPass(error) {
  return error instanceof Problem ? error.passes : error instanceof TypeError;
}

/**
 * Waits, but no longer than until the browser says that it is online again.
 *
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 */
async function pauseOrOnline(milliseconds, signal) {
  const over = new AbortController();
  const online = new Promise((resolve) => {
    window.addEventListener("online", resolve, { once: true, signal: over.signal });
  });
  try {
    await Promise.race([pause(milliseconds, signal), online]);
  } finally {
    over.abort();
  }
}
