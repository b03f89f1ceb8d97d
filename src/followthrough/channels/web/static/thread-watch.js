/**
 * What comes into the open conversation from elsewhere: another tab or device, a person who answers, the server by
 * itself. It is told at once (see live.js); while nobody tells it is looked for, as long as the page is in view.
 */

import { isLive } from "./live.js";
import { ANY_THREAD, hearTabs, LISTENING } from "./tabs.js";
import { readBeyond } from "./thread-reader.js";
import { isOpen } from "./turn-state.js";

const LOOK_MS = 8000;
const LOOK_WITH_PERSON_MS = 3000;
const LOOK_THOUGH_TOLD_MS = 60_000;
const LOOK_AT_QUEUE_MS = 10_000;

export class ThreadWatch {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Promise<void> | null} */
  #looking = null;
  #isDue = false;
  #withState = false;

  /** @param {import("./conversation.js").Conversation} conversation */
  constructor(conversation) {
    this.conversation = conversation;
  }

  /** Looks from now on, until the conversation is left. */
  start() {
    const { signal } = this.conversation.leave;
    const here = () => document.visibilityState === "visible" && this.look();
    document.addEventListener("visibilitychange", here, { signal });
    window.addEventListener("online", () => this.look(), { signal });
    hearTabs((told) => {
      if (![this.conversation.threadId, ANY_THREAD, LISTENING].includes(told)) return;
      this.#withState = true; // who has the conversation may be what is new
      this.look();
    }, signal);
    signal.addEventListener("abort", () => clearTimeout(this.#timer), { once: true });
    this.#wait();
  }

  /** Looks now; once more afterwards where a look is under way already. */
  look() {
    this.#isDue = true;
    this.#looking ??= this.#lookWhileDue().finally(() => {
      this.#looking = null;
      this.#wait();
    });
  }

  #wait() {
    clearTimeout(this.#timer);
    if (this.conversation.isLeft) return;
    this.#timer = setTimeout(() => {
      if (document.visibilityState === "visible") this.look();
      else this.#wait();
    }, this.#waitMs());
  }

  #waitMs() {
    const { isWithPerson, holder } = this.conversation;
    if (!isLive()) return isWithPerson ? LOOK_WITH_PERSON_MS : LOOK_MS;
    // how many wait before is told of by nobody: it is others who are taken
    return isWithPerson && holder !== "human" ? LOOK_AT_QUEUE_MS : LOOK_THOUGH_TOLD_MS;
  }

  async #lookWhileDue() {
    while (this.#isDue) {
      this.#isDue = false;
      await this.#read();
    }
  }

  async #read() {
    const { api, threadId, turns, leave, isWithPerson, isBeingDeleted } = this.conversation;
    if (threadId === null || isBeingDeleted || leave.signal.aborted) return;
    const index = Math.max(0, ...turns.filter((turn) => !isOpen(turn)).map((turn) => turn.index));
    const withState = this.#withState || isWithPerson;
    this.#withState = false;
    try {
      this.conversation.take(await readBeyond(api, { threadId, index, withState, signal: leave.signal }));
    } catch (error) {
      // A look that fails says nothing: the next one may succeed. Only that the conversation is gone stays so.
      if (!leave.signal.aborted && error instanceof Error && "status" in error && error.status === 404) {
        this.conversation.listener.onGone(error);
      }
    }
  }
}
