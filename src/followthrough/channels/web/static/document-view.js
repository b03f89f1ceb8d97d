/**
 * A document to be read: laid out, a stretch at a time, with a quote marked in it and words found in it. Where the
 * browser can, what is found is painted beside the text instead of being put into it.
 */

import { DocumentPages } from "./document-pages.js";
import { el, fill, icon } from "./dom.js";
import { findWords, markQuote, readStretch } from "./document-text.js";
import { t } from "./language.js";
import { troubleWords } from "./words.js";

const FOUND = "found";
const FOUND_HERE = "found-here";
const TYPING_MS = 150;
/** On a narrower page the words of most files are too small to be read: the text is shown first. */
const READABLE_PX = 480;
/** Passages that the server gives at once. */
const MOST = 500;

/** @typedef {{passage_id: string, quote: string, page?: number | null}} Place */

export class DocumentView {
  body = el("div", { class: "passage-body", tabindex: 0, role: "region", "aria-label": t("Text of the document") });
  #search = el("input", { type: "search", class: "field", "aria-label": t("Search in this document"), placeholder: t("Search in this document"), autocomplete: "off" });
  #count = el("span", { class: "find-count", role: "status" });
  #previous = this.#step(t("Previous match"), "back", -1);
  #next = this.#step(t("Next match"), "chevron", 1);
  tools = el("div", { class: "find", role: "search" }, this.#search, this.#count, this.#previous, this.#next);
  /** How a PDF is shown; hidden where its pages can't be had. */
  looks = el("div", { class: "looks", role: "group", "aria-label": t("How it is shown"), hidden: true });
  #asPages = this.#look(t("Pages"), () => this.#showPages(true));
  #asText = this.#look(t("Text"), () => this.#showPages(false));
  #pages;
  #article = el("div", { class: "document-text" });
  #text = el("div", {});
  /** @type {HTMLElement | null} */
  #mark = null;
  #before = this.#more(t("Show what stands before"), () => this.#grow(true));
  #after = this.#more(t("Show more"), () => this.#grow(false));
  #documentId = "";
  /** The passages that are shown: from `first` to before `end` of `all`. */
  #first = 0;
  #end = 0;
  #all = 0;
  /** @type {Range[]} */
  #matches = [];
  #at = -1;
  #leave = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #typing;

  /** @param {import("./api.js").Api} api */
  constructor(api) {
    this.api = api;
    this.#pages = new DocumentPages(api, this.body);
    this.looks.append(this.#asPages, this.#asText);
    this.#search.addEventListener("input", () => {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => void this.#find(), TYPING_MS);
    });
    this.#search.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.#search.value !== "") {
        event.stopPropagation(); // the first Escape ends the search, the next one closes the document
        event.preventDefault();
        this.#search.value = "";
        void this.#find();
      }
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      clearTimeout(this.#typing);
      void this.#findNext(event.shiftKey ? -1 : 1);
    });
    this.#showFound();
  }

  /**
   * @param {string} documentId
   * @param {Place | null} place what to open at; null: the beginning.
   * @param {HTMLElement[]} notes what is said before the text.
   * @returns {Promise<boolean>} whether what was quoted is there; rejects where the document can't be shown.
   */
  async open(documentId, place, notes) {
    this.leave();
    const { signal } = this.#leave;
    this.#documentId = documentId;
    fill(this.body, el("p", { class: "state" }, t("Opening the document")));
    const stretch = await readStretch(this.api, documentId, { ...(place === null ? {} : { passage: place.passage_id }), signal });
    signal.throwIfAborted();
    this.#first = stretch.first;
    this.#end = stretch.first + stretch.shown;
    this.#all = Math.max(stretch.passages, this.#end);
    fill(this.#article, stretch.body);
    fill(this.#text, ...notes, this.#before, this.#article, this.#after);
    fill(this.body, this.#text, this.#pages.element);
    this.#showEnds();
    const [mark] = place === null ? [] : markQuote(this.#article, place.passage_id, place.quote);
    this.#mark = mark ?? null;
    this.looks.hidden = stretch.pages === 0;
    // a quote that is not there any more is of another version: its page says nothing
    if (stretch.pages > 0) this.#pages.open(documentId, stretch.pages, mark === undefined ? null : place);
    this.#showPages(stretch.pages > 0 && this.body.clientWidth >= READABLE_PX);
    return place === null || mark !== undefined;
  }

  /** @param {boolean} asPages else as text, at what was quoted. */
  #showPages(asPages) {
    this.#asPages.setAttribute("aria-pressed", String(asPages));
    this.#asText.setAttribute("aria-pressed", String(!asPages));
    this.#pages.element.hidden = !asPages;
    this.#text.hidden = asPages;
    const target = asPages ? this.#pages.target : this.#mark;
    if (target === null) this.body.scrollTop = 0;
    else if (asPages) this.body.scrollTop += target.getBoundingClientRect().top - this.body.getBoundingClientRect().top;
    else this.#bringIntoView(target.getBoundingClientRect());
  }

  /** Another document, or none: what was asked for of this one is not waited for. */
  leave() {
    this.#leave.abort();
    this.#leave = new AbortController();
    clearTimeout(this.#typing);
    this.#pages.leave();
    this.looks.hidden = true;
    this.#search.value = "";
    this.#paint([]);
  }

  focusSearch() {
    this.#search.focus();
    this.#search.select();
  }

  /** @param {boolean} isBefore */
  async #grow(isBefore) {
    const { signal } = this.#leave;
    const button = isBefore ? this.#before : this.#after;
    button.disabled = true;
    try {
      await this.#read(isBefore, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#count.textContent = t("More of it can't be shown. {why}", { why: troubleWords(error) });
    } finally {
      button.disabled = false;
    }
    this.#showEnds();
  }

  /**
   * @param {boolean} isBefore
   * @param {AbortSignal} signal
   */
  async #read(isBefore, signal) {
    if (!isBefore) {
      const stretch = await readStretch(this.api, this.#documentId, { first: this.#end, signal });
      signal.throwIfAborted();
      this.#article.append(stretch.body);
      this.#end += stretch.shown;
      if (stretch.shown === 0) this.#all = this.#end; // it has become shorter
      return;
    }
    // With the first passage that is here already, so that what stands between comes along.
    const first = Math.max(0, this.#first - MOST + 1);
    const limit = this.#first - first + 1;
    const stretch = await readStretch(this.api, this.#documentId, { first, limit, signal });
    signal.throwIfAborted();
    const height = this.body.scrollHeight;
    this.#withoutFirst();
    this.#article.prepend(stretch.body);
    this.#first = first;
    this.body.scrollTop += this.body.scrollHeight - height; // what is being read stays where it is
  }

  /** Takes out the first passage, and the headings over it. */
  #withoutFirst() {
    const span = this.#article.querySelector("[data-passage]");
    const id = span?.getAttribute("data-passage");
    for (const one of [...this.#article.children]) {
      if (one.querySelector("[data-passage]") !== null) break;
      one.remove();
    }
    for (const one of this.#article.querySelectorAll(`[data-passage="${CSS.escape(id ?? "")}"]`)) {
      const block = one.closest("p, li, tr, pre, h2, h3, h4, h5, h6");
      one.remove();
      if (block?.textContent?.trim() === "") block.remove();
    }
  }

  #showEnds() {
    this.#before.hidden = this.#first === 0;
    this.#after.hidden = this.#end >= this.#all;
  }

  /** Words are looked for in all of the document's text, so that what is not shown yet is read first. */
  async #find() {
    const words = this.#search.value.trim();
    if (words === "") {
      this.#paint([]);
      return;
    }
    const { signal } = this.#leave;
    if (this.#text.hidden) this.#showPages(false);
    try {
      while (this.#end < this.#all) await this.#read(false, signal);
      while (this.#first > 0) await this.#read(true, signal);
    } catch (error) {
      if (signal.aborted) return;
      this.#count.textContent = troubleWords(error);
      return;
    }
    this.#showEnds();
    this.#paint(findWords(this.#article, words));
    if (this.#matches.length > 0) this.#goTo(this.#nearest());
  }

  /** @param {number} step */
  async #findNext(step) {
    if (this.#matches.length === 0) await this.#find();
    else this.#goTo((this.#at + step + this.#matches.length) % this.#matches.length);
  }

  /** The first match at or below the top of what is in view. */
  #nearest() {
    const top = this.body.getBoundingClientRect().top;
    return Math.max(0, this.#matches.findIndex((range) => range.getBoundingClientRect().top >= top));
  }

  /** @param {Range[]} matches */
  #paint(matches) {
    this.#matches = matches;
    this.#at = -1;
    if (CSS.highlights !== undefined) {
      CSS.highlights.delete(FOUND_HERE);
      if (matches.length === 0) CSS.highlights.delete(FOUND);
      else CSS.highlights.set(FOUND, new Highlight(...matches));
    }
    this.#showFound();
  }

  /** @param {number} at */
  #goTo(at) {
    const range = this.#matches[at];
    if (range === undefined) return;
    this.#at = at;
    CSS.highlights?.set(FOUND_HERE, new Highlight(range));
    this.#bringIntoView(range.getBoundingClientRect());
    this.#showFound();
  }

  #showFound() {
    const { length } = this.#matches;
    const isAsked = this.#search.value.trim() !== "";
    this.#count.textContent = !isAsked ? "" : length === 0 ? t("Not found") : t("{at} of {n}", { at: this.#at + 1, n: length });
    for (const button of [this.#previous, this.#next]) button.disabled = length < 2;
  }

  /** @param {DOMRect} place */
  #bringIntoView(place) {
    const view = this.body.getBoundingClientRect();
    const space = Math.max((view.height - place.height) / 3, 0);
    this.body.scrollTop += place.top - view.top - space;
  }

  /**
   * @param {string} words
   * @param {"back" | "chevron"} shape
   * @param {number} step
   */
  #step(words, shape, step) {
    const click = () => void this.#findNext(step);
    return el("button", { type: "button", class: "button button-icon button-small", "aria-label": words, title: words, on: { click } }, icon(shape));
  }

  /**
   * @param {string} words
   * @param {() => void} click
   */
  #look(words, click) {
    return el("button", { type: "button", class: "button button-small", on: { click } }, words);
  }

  /**
   * @param {string} words
   * @param {() => void} click
   */
  #more(words, click) {
    return el("button", { type: "button", class: "button button-plain button-wide", hidden: true, on: { click } }, words);
  }
}
