/** What comes into a conversation by itself while a person is called or has it: their words, or that nobody came. */

import { readBeyond } from "./thread-reader.js";

const LOOK_MS = 4000;

export class PersonWatch {
  #isWatching = false;

  /** @param {import("./conversation.js").Conversation} conversation */
  constructor(conversation) {
    this.conversation = conversation;
  }

  /** Looks now and then until the conversation is the assistant's again or was left; at once where nobody was called. */
  watch() {
    const newest = this.conversation.turns.findLast(({ index }) => index > 0);
    if (this.#isWatching || !newest?.isEscalated) return;
    this.#isWatching = true;
    void this.#look().finally(() => (this.#isWatching = false));
  }

  async #look() {
    const { signal } = this.conversation.leave;
    let isEscalated = true;
    while (isEscalated) {
      await pause(signal);
      if (signal.aborted) return;
      isEscalated = await this.#read(signal).catch(() => true); // the next look may succeed
    }
  }

  /**
   * @param {AbortSignal} signal
   * @returns {Promise<boolean>} whether a person is still called or has the conversation.
   */
  async #read(signal) {
    const { api, threadId, turns, listener } = this.conversation;
    const index = Math.max(0, ...turns.map((turn) => turn.index));
    const { isEscalated, ended } = await readBeyond(api, threadId ?? "", index, signal);
    const known = new Set(this.conversation.turns.map((turn) => turn.turnId));
    const fresh = ended.filter((turn) => !known.has(turn.turnId));
    if (fresh.length > 0) {
      this.conversation.turns = [...this.conversation.turns, ...fresh];
      listener.onTurns();
    }
    return isEscalated;
  }
}

/**
 * @param {AbortSignal} signal ends the pause early.
 * @returns {Promise<void>}
 */
function pause(signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LOOK_MS);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
