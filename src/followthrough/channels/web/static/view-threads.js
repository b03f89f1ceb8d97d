/** The list of conversations, newest first. */

import { pageQuery } from "./api.js";
import { el, fill } from "./dom.js";

/** @typedef {import("./types.js").ThreadEntry} ThreadEntry */

export class ThreadList {
  /** @type {ThreadEntry[]} */
  #threads = [];
  /** @type {string | null} */
  #cursor = null;
  /** @type {string | null} */
  #current = null;
  /** @type {string | null} */
  #currentTitle = null;

  /**
   * @param {HTMLElement} list
   * @param {HTMLElement} more
   * @param {import("./api.js").Api} api
   * @param {(error: unknown) => void} onFail
   */
  constructor(list, more, api, onFail) {
    this.list = list;
    this.more = more;
    this.api = api;
    more.addEventListener("click", () => this.#load(this.#cursor).catch(onFail));
  }

  /** Reads the list again, as far as it was shown. */
  async refresh() {
    await this.#load(null, this.#threads.length);
  }

  /**
   * @param {string | null} cursor null: from the newest on.
   * @param {number} [shown]
   */
  async #load(cursor, shown = 0) {
    const page = await this.api.json(`v1/threads${pageQuery(cursor, shown)}`);
    this.#threads = cursor === null ? page.threads : [...this.#threads, ...page.threads];
    this.#cursor = page.next_cursor;
    this.#draw();
  }

  /**
   * @param {string | null} threadId the open conversation.
   * @param {string | null} title what it is called as long as the list has no title for it.
   */
  select(threadId, title) {
    this.#current = threadId;
    this.#currentTitle = title;
    this.#draw();
  }

  /**
   * @param {string} threadId
   * @returns {string | null} null too where the thread is not on the pages loaded so far.
   */
  titleOf(threadId) {
    return this.#threads.find(({ thread_id }) => thread_id === threadId)?.title ?? null;
  }

  #draw() {
    this.more.hidden = this.#cursor === null;
    fill(this.list, ...this.#threads.map((thread) => this.#entry(thread)));
    if (this.#threads.length === 0) this.list.append(el("li", { class: "thread-none" }, "None yet"));
  }

  /** @param {ThreadEntry} thread */
  #entry({ thread_id, title }) {
    const isCurrent = thread_id === this.#current;
    return el(
      "li",
      {},
      el(
        "a",
        {
          href: `#thread=${encodeURIComponent(thread_id)}`,
          class: "thread-link",
          dir: "auto",
          "aria-current": isCurrent ? "page" : null,
        },
        titleWords(isCurrent ? (title ?? this.#currentTitle) : title),
      ),
    );
  }
}

/** @param {string | null} title */
export const titleWords = (title) => title || "Untitled conversation";
