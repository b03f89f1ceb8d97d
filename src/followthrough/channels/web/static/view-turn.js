/** One turn: what was asked, how far it got, what was answered, and from where. */

import { el, fill, icon } from "./dom.js";
import { t, tn } from "./language.js";
import { renderReply } from "./markdown.js";
import { tellingNames } from "./telling.js";
import { isOpen } from "./turn-state.js";
import { clarificationView } from "./view-clarification.js";
import { citationChip, sourceList, workings } from "./view-evidence.js";
import { objectiveView } from "./view-objective.js";
import { turnActions } from "./view-actions.js";
import { questionView } from "./view-question.js";

/**
 * @typedef {import("./types.js").TurnView} Turn
 * @typedef {import("./types.js").Citation} Citation
 */

/**
 * @typedef {object} Actions
 * @property {(turn: Turn, citation: Citation, opener: HTMLElement) => void} openCitation
 * @property {(key: string) => void} retry
 * @property {(key: string) => void} edit
 * @property {import("./view-actions.js").TurnActions} tools
 * @property {(label: string, selection?: import("./types.js").Selection) => void} choose answers with an option, or with
 *   the words of a button.
 */

/** What stands over the words of someone else than the assistant. */
const BY = { user: t("Answer"), person: t("A person wrote"), note: t("A person"), system: t("Notice") };

/** @type {Partial<Record<Turn["phase"], string>>} */
const BEFORE_WORDS = {
  waiting: t("Waiting for your file to be read"),
  sending: t("Sending"),
  queued: t("Waiting for its turn"),
  running: t("Reading the documents"),
};

export class TurnView {
  #question = el("div", { class: "question" });
  #objective = el("div", { class: "slot" });
  #reply = el("div", { class: "reply" });
  #options = el("div", { class: "slot" });
  #pending = el("div", { class: "slot" });
  #after = el("div", { class: "slot" });
  /** @type {Turn | null} */
  #shown = null;
  #ahead = 0;

  /** @param {Actions} actions */
  constructor(actions) {
    this.actions = actions;
    this.element = el(
      "article",
      { class: "turn", "aria-label": t("Question and answer") },
      this.#question,
      el("div", { class: "answer" }, this.#objective, this.#reply, this.#options, this.#pending, this.#after),
    );
  }

  /**
   * @param {Turn} turn
   * @param {number} ahead
   * @returns {boolean} whether it looks different from what is drawn.
   */
  isDue(turn, ahead) {
    return this.#shown !== turn || this.#ahead !== ahead;
  }

  /**
   * Says which turn this is and how far; it need not be drawn for that.
   *
   * @param {Turn} turn
   */
  mark(turn) {
    this.element.dataset.phase = turn.phase;
    if (turn.turnId !== null) this.element.dataset.turn = turn.turnId;
    this.element.setAttribute("aria-busy", String(isOpen(turn)));
  }

  /**
   * Draws only what changed, so that an open detail stays open and the focus stays where it is.
   *
   * @param {Turn} turn
   * @param {number} [ahead] how many answers come before this one.
   */
  show(turn, ahead = 0) {
    const before = this.#shown;
    const isMoved = ahead !== this.#ahead;
    if (before === turn && !isMoved) return;
    this.#shown = turn;
    this.#ahead = ahead;
    /** @param {(keyof Turn)[]} names */
    const changed = (...names) => before === null || names.some((name) => before[name] !== turn[name]);
    if (changed("question", "attachments", "given", "origin")) fill(this.#question, ...questionView(turn));
    if (changed("objective", "objectiveStatus", "phase")) this.#showObjective(turn);
    if (isMoved || changed("text", "citations", "phase", "trouble", "footer", "closure", "objectiveStatus", "origin", "isRecorded")) this.#showReply(turn);
    if (changed("options")) this.#showOptions(turn);
    if (changed("clarification")) this.#showPending(turn);
    if (changed("phase", "searched", "passages", "timings")) this.#showAfter(turn);
  }

  /** @param {Turn} turn */
  #showObjective(turn) {
    const view = objectiveView(turn, isOpen(turn));
    fill(this.#objective, ...(view === null ? [] : [view]));
  }

  /** @param {Turn} turn */
  #showReply(turn) {
    const open = (/** @type {Citation} */ citation, /** @type {HTMLElement} */ opener) =>
      this.actions.openCitation(turn, citation, opener);
    const body = renderReply(turn.text, turn.citations, (citation) => citationChip(citation, open));
    fill(
      this.#reply,
      el("h2", { class: turn.origin === "person" ? "by-person" : "visually-hidden" }, BY[turn.origin]),
      el("div", { class: "reply-text" }, body),
      ...[closureOf(turn), turn.footer]
        .filter((line) => line !== null)
        .map((line) => el("p", { class: "reply-footer", dir: "auto" }, line)),
      ...this.#state(turn),
    );
  }

  /**
   * What is to be said about the turn itself, rather than by it.
   *
   * @param {Turn} turn
   * @returns {HTMLElement[]}
   */
  #state(turn) {
    if (turn.origin === "note") return [el("p", { class: "state" }, t("The conversation is the assistant's again."))];
    if (turn.isRecorded && turn.origin === "user") {
      return [el("p", { class: "state" }, t("A person has this conversation and will answer here."))];
    }
    if (turn.phase === "stopped") return [el("p", { class: "state" }, t("You stopped this answer."))];
    if (turn.phase === "failed" && turn.text === "") {
      return [el("p", { class: "state state-bad" }, t("Something went wrong while this was answered. Please ask again."))];
    }
    if (turn.phase === "unsent") return [this.#unsent(turn)];
    const isQueued = turn.phase === "queued" && this.#ahead > 0;
    const words = isQueued ? tn(this.#ahead, "Waiting: {n} answer comes first", "Waiting: {n} answers come first") : BEFORE_WORDS[turn.phase];
    if (words === undefined || turn.text !== "") return [];
    return [el("p", { class: "state state-live" }, el("span", { class: "pulse", "aria-hidden": "true" }), words)];
  }

  /** @param {Turn} turn */
  #unsent({ key, trouble }) {
    return el(
      "div",
      { class: "unsent" },
      el("p", {}, el("strong", {}, t("Not answered yet. ")), trouble),
      el(
        "p",
        { class: "unsent-actions" },
        el("button", { type: "button", class: "button", on: { click: () => this.actions.retry(key) } }, icon("retry"), t("Try again")),
        el("button", { type: "button", class: "button button-plain", on: { click: () => this.actions.edit(key) } }, t("Edit")),
      ),
    );
  }

  /**
   * What can be clicked instead of typed; the page shows it for the newest turn only.
   *
   * @param {Turn} turn
   */
  #showOptions({ options, optionSetId }) {
    const names = tellingNames(options.map(({ label, path, sublabel, type }) => ({ name: label, facts: [path, sublabel, type] })));
    const one = (/** @type {import("./types.js").Option} */ { id, label }, /** @type {number} */ place) => {
      const click = () => this.actions.choose(label, { option_set_id: optionSetId ?? "", option_id: id });
      return el("button", { type: "button", class: "button", dir: "auto", on: { click } }, names[place]);
    };
    const group = el("div", { class: "options", role: "group", "aria-label": t("Choose an answer") }, ...options.map(one));
    fill(this.#options, ...(options.length === 0 ? [] : [group]));
  }

  /**
   * The document's question that waits; the page shows it for the newest turn only.
   *
   * @param {Turn} turn
   */
  #showPending({ clarification, text }) {
    const view = clarificationView(clarification, text, this.actions.choose);
    fill(this.#pending, ...(view === null ? [] : [view]));
  }

  /** @param {Turn} turn */
  #showAfter(turn) {
    if (isOpen(turn)) {
      fill(this.#after);
      return;
    }
    const open = (/** @type {Citation} */ citation, /** @type {HTMLElement} */ opener) =>
      this.actions.openCitation(turn, citation, opener);
    const actions = turn.phase === "unsent" ? null : turnActions(turn, this.actions.tools);
    const parts = [sourceList(turn.citations, open), actions, workings(turn)];
    fill(this.#after, ...parts.filter((part) => part !== null));
  }
}

/**
 * @param {Turn} turn
 * @returns {string | null} nothing where the checklist says "Resolved", or the answer ends with it already.
 */
function closureOf({ closure, objectiveStatus, text }) {
  return closure === null || objectiveStatus === "resolved" || text.includes(closure) ? null : closure;
}
