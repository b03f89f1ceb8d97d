/** What the tabs of one browser tell each other: that a conversation has something new. */

const channel = new BroadcastChannel("followthrough.threads");

/** @param {string} threadId that has a new message, answer, name, or is gone. */
export function tellTabs(threadId) {
  channel.postMessage(threadId);
}

/**
 * @param {(threadId: string) => void} listener
 * @param {AbortSignal} [signal] ends the hearing.
 */
export function hearTabs(listener, signal) {
  channel.addEventListener("message", ({ data }) => listener(String(data)), signal ? { signal } : {});
}
