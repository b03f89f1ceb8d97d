/** What can be asked next, below the newest answer: what the sections of its sources say besides. */

import { el, fill } from "./dom.js";
import { t } from "./language.js";

export class NextQuestions {
  /** @type {string | null} */
  #turnId = null;

  /**
   * @param {HTMLElement} place below the turns.
   * @param {import("./api.js").Api} api
   * @param {(question: string) => void} ask
   */
  constructor(place, api, ask) {
    this.place = place;
    this.api = api;
    this.ask = ask;
  }

  /** @param {import("./conversation.js").Conversation} conversation */
  show({ threadId, turns }) {
    const newest = turns.at(-1);
    const isOver = newest?.phase === "completed" && newest.citations.length > 0 && newest.options.length === 0 && newest.clarification === null;
    const turnId = isOver && threadId !== null ? newest.turnId : null;
    if (turnId === this.#turnId) return;
    this.#turnId = turnId;
    fill(this.place);
    if (turnId !== null) void this.#read(threadId ?? "", turnId).catch(() => undefined); // the answer stands without
  }

  /**
   * @param {string} threadId
   * @param {string} turnId
   */
  async #read(threadId, turnId) {
    /** @type {{questions: string[], labels: string[]}} */
    const { questions, labels } = await this.api.json(`v1/suggestions?${new URLSearchParams({ thread_id: threadId, turn_id: turnId })}`);
    if (turnId !== this.#turnId || questions.length === 0) return;
    const buttons = questions.map((question, place) => el("button", { type: "button", class: "button", dir: "auto", title: question, on: { click: () => this.ask(question) } }, labels[place] ?? question));
    fill(
      this.place,
      el("h2", { class: "small-title" }, t("Beside it in the documents")),
      el("ul", { class: "suggestions" }, ...buttons.map((button) => el("li", {}, button))),
    );
  }
}
