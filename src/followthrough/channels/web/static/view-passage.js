/** The panel that shows a cited passage in its document: beside the conversation, or over it on a phone. */

import { layerOpened } from "./back.js";
import { el, fill, icon } from "./dom.js";
import { passageNodes } from "./passage-text.js";
import { locate } from "./quote.js";
import { troubleWords } from "./words.js";

/**
 * @typedef {import("./types.js").Citation} Citation
 * @typedef {import("./types.js").Passage} Passage
 */

const BESIDE = matchMedia("(min-width: 68rem)");

export class PassagePanel {
  /** @type {Citation[]} */
  #citations = [];
  /** @type {HTMLElement | null} */
  #opener = null;
  #body = el("div", { class: "passage-body", tabindex: 0, role: "region", "aria-label": "Passage in its document" });
  #title = el("h2", { id: "passage-title", class: "passage-title", tabindex: -1, dir: "auto" });
  #place = el("p", { class: "passage-place", dir: "auto" });
  #steps = el("div", { class: "passage-steps" });
  #opened = 0;
  /** @type {(() => void) | null} */
  #leftByBack = null;

  /**
   * @param {HTMLDialogElement} dialog
   * @param {import("./api.js").Api} api
   */
  constructor(dialog, api) {
    this.dialog = dialog;
    this.api = api;
    const close = el(
      "button",
      { type: "button", class: "button button-icon", "aria-label": "Close", on: { click: () => this.close() } },
      icon("close"),
    );
    dialog.append(
      el("header", { class: "passage-head" }, el("div", { class: "passage-names" }, this.#title, this.#place), close),
      this.#body,
      this.#steps,
    );
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.close();
    });
    document.addEventListener("keydown", (event) => {
      // A panel beside the page is not modal, so the browser does not close it by itself.
      const isOverlaid = document.querySelector(":modal, :popover-open") !== null;
      if (event.key === "Escape" && dialog.open && !isOverlaid && !event.isComposing) this.close();
    });
    BESIDE.addEventListener("change", () => dialog.open && this.#reopen());
  }

  /**
   * @param {Citation[]} citations all of the reply's, to step through.
   * @param {Citation} citation the one to show.
   * @param {HTMLElement} opener gets the focus back.
   */
  open(citations, citation, opener) {
    this.#citations = citations;
    this.#opener = opener;
    if (!this.dialog.open) this.#reopen();
    this.#show(citation);
    this.#title.focus();
  }

  /** The focus goes back at once: a moment later it might take it away from where the reader went since. */
  close() {
    this.dialog.close();
    this.#noteLayer();
    document.body.classList.remove("passage-open");
    if (this.#opener?.isConnected) this.#opener.focus();
    this.#opener = null;
  }

  #reopen() {
    this.dialog.close();
    if (BESIDE.matches) this.dialog.show();
    else this.dialog.showModal();
    document.body.classList.toggle("passage-open", BESIDE.matches);
    this.#noteLayer();
  }

  /** Over the conversation the Back button closes it; beside it, it is no place of its own. */
  #noteLayer() {
    const isOver = this.dialog.matches(":modal");
    if (isOver) this.#leftByBack ??= layerOpened(() => this.close());
    else {
      const release = this.#leftByBack;
      this.#leftByBack = null;
      release?.();
    }
  }

  /** @param {Citation} citation */
  async #show(citation) {
    this.#opened += 1;
    const mine = this.#opened;
    fill(
      this.#title,
      el("span", { class: "source-number" }, el("span", { class: "visually-hidden" }, "Source "), citation.n),
      ` ${citation.document_name}`,
    );
    const { page, heading = [] } = citation;
    const place = [page === null || page === undefined ? "" : `Page ${page}`, heading.join(" › ")];
    this.#place.textContent = place.filter((words) => words !== "").join(" · ");
    const link = pageLink(citation.url);
    if (link !== null) this.#place.append(this.#place.textContent === "" ? "" : " · ", link);
    this.#showSteps(citation);
    fill(this.#body, el("p", { class: "state" }, "Opening the passage"));
    try {
      const path = `v1/documents/${encodeURIComponent(citation.document_id)}/passages/${encodeURIComponent(citation.passage_id)}`;
      const passage = await this.api.json(path);
      if (mine === this.#opened) this.#fill(citation, passage);
    } catch (error) {
      if (mine !== this.#opened) return;
      fill(
      this.#body,
        el("p", { class: "passage-trouble" }, `The passage can't be shown. ${troubleWords(error)}`),
        el("p", { class: "small-title" }, "What was quoted from it"),
        el("blockquote", { class: "passage passage-cited", dir: "auto" }, el("mark", {}, citation.quote)),
      );
    }
  }

  /**
   * @param {Citation} citation
   * @param {Passage & {before: Passage[], after: Passage[]}} passage
   */
  #fill(citation, passage) {
    // A quote that is not found stands for the whole passage: it was changed since.
    const place = locate(passage.text, citation.quote) ?? { start: 0, end: passage.text.length };
    const cited = el("div", { class: "passage passage-cited", dir: "auto" }, ...passageNodes(passage.text, place));
    fill(
      this.#body,
      ...passage.before.map((near) => neighbour(near)),
      cited,
      ...passage.after.map((near) => neighbour(near)),
    );
    const target = cited.querySelector("mark") ?? cited;
    const space = Math.max((this.#body.clientHeight - target.clientHeight) / 3, 0);
    this.#body.scrollTop += target.getBoundingClientRect().top - this.#body.getBoundingClientRect().top - space;
  }

  /** @param {Citation} citation */
  #showSteps(citation) {
    const at = this.#citations.indexOf(citation);
    const previous = this.#citations[at - 1];
    const next = this.#citations[at + 1];
    this.#steps.hidden = this.#citations.length < 2;
    fill(
      this.#steps,
      this.#step("Previous source", previous),
      el("span", {}, `${at + 1} of ${this.#citations.length}`),
      this.#step("Next source", next),
    );
  }

  /**
   * @param {string} words
   * @param {Citation | undefined} target
   */
  #step(words, target) {
    const go = () => {
      if (target === undefined) return;
      this.#show(target);
      this.#title.focus();
    };
    return el("button", { type: "button", class: "button button-plain", disabled: target === undefined, on: { click: go } }, words);
  }
}

/**
 * @param {string | null | undefined} url
 * @returns {HTMLElement | null} null: there is no page on the web, or no address of one.
 */
function pageLink(url) {
  if (!url || !URL.canParse(url)) return null;
  const { protocol, host } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return null;
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, `Open on ${host}`);
}

/** @param {Passage} passage */
function neighbour({ text }) {
  return el("div", { class: "passage passage-near", dir: "auto" }, ...passageNodes(text, null));
}
