/**
 * The panel that shows a document: at a cited passage, beside the conversation or over it on a phone; or from the
 * list of documents, over the page.
 */

import { layerOpened } from "./back.js";
import { factsOf, isBeingRead, warningsOf } from "./document-facts.js";
import { DocumentView } from "./document-view.js";
import { el, fill, icon } from "./dom.js";
import { t } from "./language.js";
import { citedName } from "./telling.js";
import { stateWords } from "./uploads.js";
import { troubleWords } from "./words.js";

/**
 * @typedef {import("./types.js").Citation} Citation
 * @typedef {import("./types.js").DocumentEntry} DocumentEntry
 */

const BESIDE = matchMedia("(min-width: 68rem)");

const NOT_THE_FILE = t("Set from the text that was read. Pictures and the look of the file are not shown.");
const CHANGED = t("The document has changed since: what was quoted is no longer in it.");

export class PassagePanel {
  /** @type {Citation[]} */
  #citations = [];
  /** @type {HTMLElement | null} */
  #opener = null;
  #title = el("h2", { id: "passage-title", class: "passage-title", tabindex: -1, dir: "auto" });
  #place = el("p", { class: "passage-place", dir: "auto" });
  #steps = el("div", { class: "passage-steps" });
  #size = el("button", { type: "button", class: "button button-icon only-wide", on: { click: () => this.#resize() } });
  #ask = el("button", { type: "button", class: "button button-small" }, t("Ask only this document"));
  #save = el("button", { type: "button", class: "button button-small" }, t("Download"));
  #view;
  #opened = 0;
  #isLarge = false;
  /** @type {(() => void) | null} */
  #leftByBack = null;
  /** @type {(() => void) | null} */
  #onAsk = null;
  /** @type {DocumentEntry | null} */
  #shown = null;

  /**
   * @param {HTMLDialogElement} dialog
   * @param {import("./api.js").Api} api
   * @param {(document: DocumentEntry) => void} [askOnly] the next questions are for this document alone.
   */
  constructor(dialog, api, askOnly) {
    this.dialog = dialog;
    this.api = api;
    this.askOnly = askOnly;
    this.#view = new DocumentView(api);
    const close = el(
      "button",
      { type: "button", class: "button button-icon", "aria-label": t("Close"), on: { click: () => this.close() } },
      icon("close"),
    );
    this.#ask.addEventListener("click", () => this.#onAsk?.());
    this.#save.addEventListener("click", () => void this.#saveFile());
    dialog.append(
      el("header", { class: "passage-head" }, el("div", { class: "passage-names" }, this.#title, this.#place), this.#size, close),
      el("div", { class: "passage-tools" }, this.#view.tools, this.#view.looks, this.#ask, this.#save),
      this.#view.body,
      this.#steps,
    );
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.close();
    });
    document.addEventListener("keydown", (event) => {
      // A panel beside the page is not modal, so the browser does not close it by itself.
      const isOverlaid = document.querySelector(":modal, :popover-open") !== null;
      if (event.key === "Escape" && dialog.open && !isOverlaid && !event.isComposing && !event.defaultPrevented) this.close();
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
    this.#isLarge = false;
    this.#reopen();
    void this.#show(citation);
    this.#title.focus();
  }

  /**
   * A document from its beginning, over the page.
   *
   * @param {DocumentEntry} entry
   * @param {HTMLElement} opener gets the focus back.
   */
  openDocument(entry, opener) {
    this.#citations = [];
    this.#opener = opener;
    this.#isLarge = true;
    this.#reopen();
    fill(this.#title, entry.title);
    this.#showSteps(null);
    void this.#load(entry.document_id, null);
    this.#title.focus();
  }

  /** The focus goes back at once: a moment later it might take it away from where the reader went since. */
  close() {
    this.#opened += 1;
    this.#view.leave();
    this.dialog.close();
    this.#noteLayer();
    document.body.classList.remove("passage-open");
    if (this.#opener !== null) inPlaceOf(this.#opener)?.focus();
    this.#opener = null;
  }

  #reopen() {
    const isBeside = BESIDE.matches && !this.#isLarge;
    if (!this.dialog.open || this.dialog.matches(":modal") === isBeside) {
      this.dialog.close();
      if (isBeside) this.dialog.show();
      else this.dialog.showModal();
    }
    document.body.classList.toggle("passage-open", isBeside);
    const words = this.#isLarge ? t("Show beside the conversation") : t("Show large");
    this.#size.hidden = this.#citations.length === 0;
    this.#size.setAttribute("aria-label", words);
    this.#size.title = words;
    fill(this.#size, icon(this.#isLarge ? "smaller" : "larger"));
    this.#noteLayer();
  }

  #resize() {
    this.#isLarge = !this.#isLarge;
    this.#reopen();
    this.#size.focus();
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
    fill(
      this.#title,
      el("span", { class: "source-number" }, el("span", { class: "visually-hidden" }, t("Source ")), citation.n),
      ` ${citedName(citation.document_name)}`,
    );
    const { page, heading = [] } = citation;
    const place = [page === null || page === undefined ? "" : t("Page {page}", { page }), heading.join(" › ")];
    this.#showPlace(place, citation.url);
    this.#showSteps(citation);
    await this.#load(citation.document_id, citation);
  }

  /**
   * @param {string[]} words
   * @param {string | null | undefined} url
   */
  #showPlace(words, url) {
    this.#place.textContent = words.filter((one) => one !== "").join(" · ");
    const link = pageLink(url);
    if (link !== null) this.#place.append(this.#place.textContent === "" ? "" : " · ", link);
  }

  /**
   * @param {string} documentId
   * @param {Citation | null} citation
   */
  async #load(documentId, citation) {
    this.#opened += 1;
    const mine = this.#opened;
    this.#ask.hidden = true;
    this.#save.hidden = true;
    try {
      /** @type {DocumentEntry} */
      const entry = await this.api.json(`v1/documents/${encodeURIComponent(documentId)}`);
      if (mine !== this.#opened) return;
      this.#offer(entry);
      if (citation === null) this.#showPlace(factsOf(entry), entry.url);
      const isThere = await this.#view.open(documentId, citation, notesOn(entry));
      if (mine === this.#opened && !isThere) this.#tellChanged(citation);
    } catch (error) {
      if (mine !== this.#opened) return;
      const quoted = citation === null ? [] : [whatWasQuoted(citation)];
      const why = troubleWords(error);
      const words = citation === null ? t("The document can't be shown. {why}", { why }) : t("The passage can't be shown. {why}", { why });
      fill(this.#view.body, el("p", { class: "passage-trouble" }, words), ...quoted);
    }
  }

  /** @param {Citation | null} citation */
  #tellChanged(citation) {
    if (citation === null) return;
    this.#view.body.prepend(el("div", { class: "passage-note" }, el("p", {}, CHANGED), whatWasQuoted(citation)));
  }

  /** @param {DocumentEntry} entry */
  #offer(entry) {
    this.#shown = entry;
    this.#save.hidden = false;
    this.#ask.hidden = this.askOnly === undefined || entry.status === "failed";
    this.#onAsk = () => {
      if (this.dialog.matches(":modal")) this.close();
      this.askOnly?.(entry);
    };
  }

  async #saveFile() {
    const { document_id, name } = this.#shown ?? {};
    try {
      if (document_id) await this.api.save(`v1/documents/${encodeURIComponent(document_id)}/original`, name ?? "");
    } catch (error) {
      this.#view.body.prepend(el("p", { class: "passage-note", role: "status" }, troubleWords(error)));
      this.#view.body.scrollTop = 0;
    }
  }

  /** @param {Citation | null} citation */
  #showSteps(citation) {
    const at = citation === null ? 0 : this.#citations.indexOf(citation);
    const previous = this.#citations[at - 1];
    const next = this.#citations[at + 1];
    this.#steps.hidden = this.#citations.length < 2;
    fill(
      this.#steps,
      this.#step(t("Previous source"), previous),
      el("span", {}, t("{at} of {n}", { at: at + 1, n: this.#citations.length })),
      this.#step(t("Next source"), next),
    );
  }

  /**
   * @param {string} words
   * @param {Citation | undefined} target
   */
  #step(words, target) {
    const go = () => {
      if (target === undefined) return;
      void this.#show(target);
      this.#title.focus();
    };
    return el("button", { type: "button", class: "button button-plain", disabled: target === undefined, on: { click: go } }, words);
  }
}

/** @param {Citation} citation */
function whatWasQuoted({ quote }) {
  return el(
    "div",
    {},
    el("p", { class: "small-title" }, t("What was quoted from it")),
    el("blockquote", { class: "passage passage-cited", dir: "auto" }, el("mark", {}, quote)),
  );
}

/**
 * @param {DocumentEntry} entry
 * @returns {HTMLElement[]} what a reader should know before the text.
 */
function notesOn(entry) {
  const { status, passages = 0 } = entry;
  const notes = warningsOf(entry);
  if (status === "failed" || isBeingRead(entry)) notes.unshift(`${stateWords(entry)}.`.replace(/\.\.$/, "."));
  if (passages > 0) notes.push(NOT_THE_FILE);
  return notes.map((words) => el("p", { class: "passage-note", dir: "auto" }, words));
}

/**
 * @param {string | null | undefined} url
 * @returns {HTMLElement | null} null: there is no page on the web, or no address of one.
 */
function pageLink(url) {
  if (!url || !URL.canParse(url)) return null;
  const { protocol, host } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return null;
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, t("Open on {host}", { host }));
}

/**
 * @param {HTMLElement} opener
 * @returns {HTMLElement | null} the opener; where its row was drawn anew since, the one in its place.
 */
function inPlaceOf(opener) {
  if (opener.isConnected) return opener;
  const id = /** @type {HTMLElement | null} */ (opener.closest("[data-id]"))?.dataset.id ?? "";
  return document.querySelector(`[data-id="${CSS.escape(id)}"] .${opener.classList[0]}`);
}
