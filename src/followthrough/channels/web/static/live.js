/**
 * What happens in the caller's conversations, told by the server as it happens. One tab listens for all of the
 * browser, which has six connections to a host; the tabs tell each other. Where a browser can't choose one of its
 * tabs (a page that is not served securely), nobody listens and each tab looks by itself.
 */

import { Problem, pause } from "./api.js";
import { readEvents } from "./sse.js";
import { ALIVE, ANY_THREAD, hearTabs, LISTENING, tellAll } from "./tabs.js";

const LONGEST_PAUSE_MS = 15_000;
const ALIVE_MS = 20_000;
const STALE_MS = 3 * ALIVE_MS;

let heardAt = -STALE_MS;

/** Whether changes are told at the moment, so that looking for them is a precaution only. */
export const isLive = () => performance.now() - heardAt < STALE_MS;

/** @param {import("./api.js").Api} api */
export function listenForChanges(api) {
  hearTabs((threadId) => {
    if ([ALIVE, LISTENING, ANY_THREAD].includes(threadId)) heardAt = performance.now();
  });
  // the name of the lock: tabs that use different keys see different conversations
  const owner = api.authorization().Authorization ?? "";
  void navigator.locks?.request(`followthrough.changes.${mixed(owner)}`, () => listen(api));
}

/** @param {import("./api.js").Api} api */
async function listen(api) {
  let begun = LISTENING;
  for (let failures = 0; ; failures += 1) {
    try {
      const response = await api.request("v1/changes", { headers: { Accept: "text/event-stream" } });
      const alive = setInterval(() => tellAll(ALIVE), ALIVE_MS);
      try {
        for await (const { event, data } of readEvents(response)) {
          failures = 0;
          tellAll(event === "changed" ? JSON.parse(data).thread_id : begun);
          begun = ANY_THREAD; // where it begins again, much may have happened meanwhile
        }
      } finally {
        clearInterval(alive);
      }
    } catch (error) {
      if (error instanceof Problem && !error.passes) return; // refused: it stays so, and the page looks by itself
    }
    heardAt = -STALE_MS;
    await pause(Math.min(500 * 2 ** failures, LONGEST_PAUSE_MS));
  }
}

/**
 * @param {string} text that nobody should read in the name of a lock.
 */
function mixed(text) {
  let sum = 0;
  for (const character of text) sum = (Math.imul(sum, 31) + character.charCodeAt(0)) | 0;
  return sum;
}
