/** Past questions that are still open or were left, newest first: where each stands, and trying it again. */

import { byId, el, fill, icon } from "./dom.js";
import { newMessageId } from "./outbox.js";
import { objectiveWords } from "./words.js";

const SHOWN = 5;

/** @typedef {import("./types.js").PastQuestion} PastQuestion */

export class RecentList {
  /**
   * @param {HTMLElement} section hidden while there is nothing to show.
   * @param {import("./api.js").Api} api
   * @param {object} hooks
   * @param {(threadId: string) => void} hooks.reopen reads the open conversation again: it has a new message.
   * @param {(error: unknown) => void} hooks.onFail
   */
  constructor(section, api, hooks) {
    this.section = section;
    this.list = byId("recent-list");
    this.api = api;
    this.hooks = hooks;
  }

  async refresh() {
    const page = await this.api.json(`v1/recents?limit=${SHOWN}`);
    this.section.hidden = page.recents.length === 0;
    fill(this.list, ...page.recents.map((/** @type {PastQuestion} */ past) => this.#entry(past)));
  }

  /** @param {PastQuestion} past */
  #entry(past) {
    const { question, thread_id, objective_status: status } = past;
    const again = el(
      "button",
      { type: "button", class: "button button-icon recent-again", "aria-label": `Try again: ${question}`, title: "Try again" },
      icon("retry"),
    );
    again.addEventListener("click", () => {
      again.disabled = true; // once a click
      this.#retry(past)
        .then(() => this.#show(thread_id))
        .catch((error) => {
          again.disabled = false;
          this.hooks.onFail(error);
        });
    });
    return el(
      "li",
      { class: "recent" },
      el(
        "a",
        { href: `#thread=${encodeURIComponent(thread_id)}`, class: "thread-link recent-link" },
        el("span", { class: "recent-question", dir: "auto" }, question),
        el("span", { class: `recent-status outward-${status}` }, objectiveWords(status)),
      ),
      status === "resolved" ? null : again,
    );
  }

  /** @param {string} threadId the conversation that has the new try. */
  #show(threadId) {
    const address = `#thread=${encodeURIComponent(threadId)}`;
    if (location.hash === address) this.hooks.reopen(threadId);
    else location.hash = address;
  }

  /**
   * Has the question tried again. The answer comes to whoever reads the conversation: this only waits until the
   * message is kept.
   *
   * @param {PastQuestion} past
   */
  async #retry({ thread_id, turn_id }) {
    const response = await this.api.request(`v1/threads/${encodeURIComponent(thread_id)}/retry`, {
      method: "POST",
      body: { turn_id, client_message_id: newMessageId() },
      headers: { Accept: "text/event-stream" },
    });
    await response.body?.cancel();
  }
}
