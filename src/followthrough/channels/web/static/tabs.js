/** What the tabs of one browser tell each other: that something happened in a conversation, and that one listens. */

const channel = new BroadcastChannel("followthrough.threads");
const here = new EventTarget();

/** Stands for all conversations: anything may have happened. */
export const ANY_THREAD = "*";

/** Somebody listens from now on: what was read just before may have changed, what is read from now on may not. */
export const LISTENING = "+";

/** Somebody still listens. */
export const ALIVE = "";

/** @param {string} threadId that has a new message, answer, name, or is gone; told to the other tabs. */
export function tellTabs(threadId) {
  channel.postMessage(threadId);
}

/** @param {string} threadId told to the other tabs and to this one. */
export function tellAll(threadId) {
  tellTabs(threadId);
  here.dispatchEvent(new CustomEvent("told", { detail: threadId }));
}

/**
 * @param {(threadId: string) => void} listener
 * @param {AbortSignal} [signal] ends the hearing.
 */
export function hearTabs(listener, signal) {
  const options = signal ? { signal } : {};
  channel.addEventListener("message", ({ data }) => listener(String(data)), options);
  here.addEventListener("told", (event) => event instanceof CustomEvent && listener(String(event.detail)), options);
}
