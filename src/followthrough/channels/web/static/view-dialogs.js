/** The page's one question dialog: to confirm, to name something, to enter a key. */

import { el, fill } from "./dom.js";
import { t } from "./language.js";

/**
 * @typedef {object} Question
 * @property {string} title
 * @property {string} text
 * @property {string} yes
 * @property {boolean} [isDangerous]
 * @property {{label: string, value: string, type: "text" | "password" | "url" | "lines", maxLength?: number}} [field]
 */

export class AskDialog {
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();

  /** @param {HTMLDialogElement} dialog */
  constructor(dialog) {
    this.dialog = dialog;
  }

  /**
   * One question at a time; a second one waits for the first.
   *
   * @param {Question} question
   * @returns {Promise<string | null>} the field's text (empty without a field); null: not agreed.
   */
  ask(question) {
    const answer = this.#last.then(() => this.#ask(question));
    this.#last = answer;
    return answer;
  }

  /**
   * @param {Question} question
   * @returns {Promise<string | null>}
   */
  #ask({ title, text, yes, isDangerous = false, field }) {
    const input =
      field === undefined
        ? null
        : fieldOf(field);
    const agree = el(
      "button",
      { type: "submit", class: `button ${isDangerous ? "button-danger" : "button-primary"}` },
      yes,
    );
    const cancel = el(
      "button",
      { type: "button", class: "button button-plain", on: { click: () => this.dialog.close() } },
      t("Cancel"),
    );
    const form = el(
      "form",
      { method: "dialog" },
      el("h2", { id: "ask-title" }, title),
      el("p", {}, text),
      input === null ? null : el("label", { for: "ask-field" }, field?.label),
      input,
      el("div", { class: "ask-actions" }, cancel, agree),
    );
    fill(this.dialog, form);
    this.dialog.returnValue = "";
    this.dialog.showModal();
    if (input === null) (isDangerous ? cancel : agree).focus();
    else input.select();
    return new Promise((resolve) => {
      /** @type {string | null} */
      let answer = null;
      form.addEventListener("submit", () => {
        answer = input === null ? "" : input.value.trim();
      });
      this.dialog.addEventListener("close", () => resolve(answer), { once: true });
    });
  }
}

/** @param {NonNullable<Question["field"]>} field */
function fieldOf({ type, value, maxLength }) {
  const shared = { id: "ask-field", maxlength: maxLength ?? false, required: true, dir: "auto" };
  if (type === "lines") return el("textarea", { ...shared, rows: 4 }, value);
  return el("input", { ...shared, type, value, autocomplete: "off", spellcheck: "false" });
}

/**
 * @param {AskDialog} asking
 * @param {"thread" | "library"} target
 * @returns {Promise<string | null>} an address; null: none was given.
 */
export function askForLink(asking, target) {
  const who = target === "library" ? t("Every conversation searches it.") : t("Only this conversation searches it.");
  return asking.ask({
    title: t("Add a page from the web"),
    text: t("A public page or PDF is read once and kept. {who} Add it again to read it anew.", { who }),
    yes: t("Add link"),
    field: { label: t("Address"), value: "https://", type: "url", maxLength: 2000 },
  });
}
