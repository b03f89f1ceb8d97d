/** The conversations to go to: pinned ones, then by date; or those that words were found in. */

import { el, fill } from "./dom.js";
import { t, tn } from "./language.js";
import { renameInPlace } from "./rename-in-place.js";
import { byDate, merged } from "./thread-groups.js";
import { openQuestions } from "./view-recents.js";
import { threadEntry } from "./view-thread-entry.js";

/**
 * @typedef {import("./types.js").ThreadEntry} ThreadEntry
 *
 * @typedef {object} Surroundings
 * @property {HTMLElement} list
 * @property {HTMLElement} more
 * @property {HTMLInputElement} search
 * @property {HTMLElement} count says how many were found.
 * @property {import("./api.js").Api} api
 * @property {(threadId: string) => Promise<boolean>} confirmDelete whether it was deleted.
 * @property {(threadId: string) => void} onRetried
 * @property {(threadId: string, title: string) => void} onRenamed
 * @property {(error: unknown) => void} onFail
 */

const PAGE = 50;
const TYPING_MS = 200;
const RECENT = `v1/threads?order=activity&empty=false&limit=${PAGE}`;

export class ThreadList {
  /** @type {ThreadEntry[]} */
  #pinned = [];
  /** @type {ThreadEntry[]} */
  #threads = [];
  /** @type {string | null} */
  #cursor = null;
  /** @type {{words: string, threads: ThreadEntry[], cursor: string | null} | null} */
  #found = null;
  /** @type {Map<string, import("./types.js").PastQuestion>} */
  #open = new Map();
  /** @type {string | null} */
  #current = null;
  /** @type {string | null} */
  #currentTitle = null;
  #isRenaming = false;
  #isStale = false;
  /** Whether the server has said what there is: before, "none" would be a guess. */
  isRead = false;
  #reading = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #typing;

  /** @param {Surroundings} around */
  constructor(around) {
    this.around = around;
    around.more.addEventListener("click", () => this.#loadMore().catch(around.onFail));
    around.list.addEventListener("toggle", () => this.#isStale && this.#draw(), true);
    around.search.addEventListener("input", () => {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => this.#search().catch(around.onFail), TYPING_MS);
    });
    around.search.addEventListener("keydown", (event) => {
      if (event.key === "ArrowDown") around.list.querySelector("a")?.focus();
      if (event.key === "Escape" && around.search.value !== "") {
        event.stopPropagation();
        event.preventDefault();
        around.search.value = "";
        this.#search().catch(around.onFail);
      }
    });
  }

  /** Whether the list is there, or on its way over a slow connection. */
  get isComing() {
    return this.isRead || this.#reading > 0;
  }

  /** Reads again what may have changed; what is shown beyond the first page stays. */
  async refresh() {
    const { api } = this.around;
    this.#reading += 1;
    const both = Promise.all([api.json(`${RECENT}&pinned_apart=true`), openQuestions(api)]);
    const [first, open] = await both.finally(() => (this.#reading -= 1));
    this.isRead = true;
    const isWhole = this.#threads.length <= first.threads.length;
    this.#pinned = first.pinned;
    this.#threads = merged(this.#threads, first.threads, first.next_cursor === null);
    if (isWhole || first.next_cursor === null) this.#cursor = first.next_cursor;
    this.#open = open;
    this.#draw();
  }

  async #loadMore() {
    const { api } = this.around;
    if (this.#found !== null) {
      const { words, threads, cursor } = this.#found;
      const page = await api.json(`${searchPath(words)}&cursor=${encodeURIComponent(cursor ?? "")}`);
      this.#found = { words, threads: [...threads, ...page.threads], cursor: page.next_cursor };
    } else {
      const page = await api.json(`${RECENT}&pinned_apart=true&cursor=${encodeURIComponent(this.#cursor ?? "")}`);
      const known = new Set(this.#threads.map(({ thread_id }) => thread_id));
      this.#threads = [...this.#threads, ...page.threads.filter((/** @type {ThreadEntry} */ one) => !known.has(one.thread_id))];
      this.#cursor = page.next_cursor;
    }
    this.#draw();
  }

  async #search() {
    const { api, search, count } = this.around;
    const words = search.value.trim();
    if (words === "") {
      this.#found = null;
      count.textContent = "";
    } else {
      const page = await api.json(searchPath(words));
      if (search.value.trim() !== words) return; // typed on meanwhile
      this.#found = { words, threads: page.threads, cursor: page.next_cursor };
      count.textContent = foundWords(page.threads.length, page.next_cursor !== null);
    }
    this.#draw();
  }

  /** @param {string} threadId that is there no more. */
  drop(threadId) {
    const others = (/** @type {ThreadEntry} */ { thread_id }) => thread_id !== threadId;
    this.#threads = this.#threads.filter(others);
    this.#pinned = this.#pinned.filter(others);
    if (this.#found !== null) this.#found = { ...this.#found, threads: this.#found.threads.filter(others) };
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
    return [...this.#pinned, ...this.#threads].find(({ thread_id }) => thread_id === threadId)?.title ?? null;
  }

  #draw() {
    const { list: shown } = this.around;
    this.#isStale = this.#isRenaming || shown.querySelector(":popover-open") !== null;
    if (this.#isStale) return; // what someone is about to use stays where it is
    const { list, more } = this.around;
    more.hidden = (this.#found ?? { cursor: this.#cursor }).cursor === null;
    fill(list, ...this.#groups().map(({ name, threads }) => this.#group(name, threads)));
  }

  #groups() {
    if (this.#found !== null) return this.#found.threads.length === 0 ? [] : [{ name: t("Found"), threads: this.#found.threads }];
    const pinned = this.#pinned.length === 0 ? [] : [{ name: t("Pinned"), threads: this.#pinned }];
    const groups = [...pinned, ...byDate(this.#threads, new Date())];
    return groups.length === 0 && this.isRead ? [{ name: t("Conversations"), threads: [] }] : groups;
  }

  /**
   * @param {string} name
   * @param {ThreadEntry[]} threads
   */
  #group(name, threads) {
    const entries = threads.map((thread) => this.#entry(thread));
    return el(
      "section",
      { class: "thread-group", "aria-label": name },
      el("h3", { class: this.#found === null ? "small-title" : "visually-hidden" }, name),
      entries.length === 0 ? el("p", { class: "thread-none" }, t("None yet")) : el("ul", { class: "thread-list" }, ...entries),
    );
  }

  /** @param {ThreadEntry} thread */
  #entry(thread) {
    const { api, onFail, onRetried } = this.around;
    const isCurrent = thread.thread_id === this.#current;
    const title = titleWords(isCurrent ? (thread.title ?? this.#currentTitle) : thread.title);
    return threadEntry(thread, { title, isCurrent, open: this.#open.get(thread.thread_id) }, {
      api,
      onFail,
      retried: onRetried,
      pin: (one) => void this.#change(one, { pinned: !one.pinned }),
      rename: (one, link) => void this.#rename(one, link),
      remove: ({ thread_id }) => void this.around.confirmDelete(thread_id).then((isGone) => isGone && this.drop(thread_id), onFail),
    });
  }

  /**
   * @param {ThreadEntry} thread
   * @param {HTMLElement} link
   */
  async #rename(thread, link) {
    this.#isRenaming = true;
    const title = await renameInPlace(link, link.querySelector(".thread-name")?.textContent ?? "");
    this.#isRenaming = false;
    if (title === null) this.#draw();
    else await this.#change(thread, { title });
  }

  /**
   * @param {ThreadEntry} thread
   * @param {{title?: string, pinned?: boolean}} body
   */
  async #change(thread, body) {
    try {
      await this.around.api.json(`v1/threads/${encodeURIComponent(thread.thread_id)}`, { method: "PATCH", body });
      if (body.title !== undefined) this.around.onRenamed(thread.thread_id, body.title);
      await this.refresh();
      if (this.#found !== null) await this.#search();
    } catch (error) {
      this.around.onFail(error);
    }
  }
}

/**
 * @param {number} count
 * @param {boolean} hasMore
 */
function foundWords(count, hasMore) {
  if (count === 0) return t("Nothing found");
  return hasMore ? t("More than {n} conversations found", { n: count }) : tn(count, "{n} conversation found", "{n} conversations found");
}

/** @param {string} words */
const searchPath = (words) => `${RECENT}&q=${encodeURIComponent(words)}`;

/** @param {string | null} title */
export const titleWords = (title) => title || t("Untitled conversation");
