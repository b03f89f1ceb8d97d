/** What concerns the page as a whole: the line above the conversation, and what screen readers are told. */

import { el, fill } from "./dom.js";
import { t, tn } from "./language.js";

/** One notice at a time for each matter; the newest matter is shown. */
export class Notice {
  /** @type {Map<string, {words: string, action: {label: string, run: () => void} | null}>} */
  #matters = new Map();

  /** @param {HTMLElement} element a status region. */
  constructor(element) {
    this.element = element;
  }

  /**
   * @param {string} matter
   * @param {string} words
   * @param {{label: string, run: () => void} | null} [action]
   */
  show(matter, words, action = null) {
    if (this.#matters.get(matter)?.words === words) return;
    this.#matters.delete(matter);
    this.#matters.set(matter, { words, action });
    this.#draw();
  }

  /** @param {string} matter */
  clear(matter) {
    if (this.#matters.delete(matter)) this.#draw();
  }

  #draw() {
    const newest = [...this.#matters.entries()].at(-1);
    this.element.hidden = newest === undefined;
    if (newest === undefined) {
      fill(this.element);
      return;
    }
    const [matter, { words, action }] = newest;
    const act = () => {
      this.clear(matter);
      action?.run();
    };
    fill(
      this.element,
      el("span", {}, words),
      ...(action === null ? [] : [el("button", { type: "button", class: "button", on: { click: act } }, action.label)]),
    );
  }
}

/**
 * Tells screen readers something once, politely. A streamed answer is announced when it is complete: pieces of it
 * would interrupt one another.
 */
export class Announcer {
  /** @param {HTMLElement} element a polite live region. */
  constructor(element) {
    this.element = element;
  }

  /** @param {string} words */
  say(words) {
    // A new paragraph is announced even when it says the same as the one before.
    fill(this.element, el("p", {}, words));
  }
}

/**
 * Says who has the conversation, where it is not the assistant alone.
 *
 * @param {Notice} notice
 * @param {{isWithPerson: boolean, holder: string, waitingPlace: number | null}} conversation
 */
export function showHolder(notice, { isWithPerson, holder, waitingPlace }) {
  if (!isWithPerson) notice.clear("person");
  else if (holder === "human") notice.show("person", t("A person has this conversation. Their words appear here."));
  else notice.show("person", waitingWords(waitingPlace));
}

/** @param {number | null} place in the queue, from 1. */
function waitingWords(place) {
  const waiting = t("This conversation waits for a person. You can go on writing meanwhile.");
  if (place === null) return waiting;
  const before = place === 1 ? t("You are next.") : tn(place - 1, "{n} conversation is before yours.", "{n} conversations are before yours.");
  return `${waiting} ${before}`;
}
