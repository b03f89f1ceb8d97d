/** The documents: the shared library that every conversation searches, and what belongs to the open one. */

import { pageQuery } from "./api.js";
import { el, fill, icon, keepFocus } from "./dom.js";
import { showFiles } from "./view-files.js";
import { stateWords } from "./uploads.js";
import { troubleWords } from "./words.js";

/** @typedef {import("./types.js").DocumentEntry} DocumentEntry */

/**
 * @typedef {object} Wishes
 * @property {() => void} onAdd
 * @property {() => void} onLink
 * @property {(document: DocumentEntry) => Promise<boolean>} confirmDelete
 * @property {(words: string) => void} announce
 * @property {() => string | null} currentThread
 * @property {(id: string) => void} onDismiss
 * @property {(id: string) => void} onResend
 */

export class LibrarySheet {
  #list = el("ul", { class: "documents", "aria-label": "Library" });
  #ownList = el("ul", { class: "documents" });
  #own = el(
    "section",
    { class: "own-documents", hidden: true, "aria-label": "In this conversation" },
    el("h3", { class: "small-title" }, "Only in this conversation"),
    this.#ownList,
    el("h3", { class: "small-title" }, "Library"),
  );
  #files = el("ul", { class: "tray", "aria-label": "On their way", hidden: true });
  /** @type {import("./uploads.js").Upload[]} */
  #uploads = [];
  #state = el("p", { class: "state", role: "status" });
  #more = el("button", { type: "button", class: "button button-plain button-wide", hidden: true }, "Show more");
  /** @type {string | null} */
  #cursor = null;

  /**
   * @param {HTMLDialogElement} dialog
   * @param {import("./api.js").Api} api
   * @param {Wishes} wishes
   */
  constructor(dialog, api, wishes) {
    this.dialog = dialog;
    this.api = api;
    this.wishes = wishes;
    const close = el(
      "button",
      { type: "button", class: "button button-icon", "aria-label": "Close", on: { click: () => dialog.close() } },
      icon("close"),
    );
    dialog.append(
      el("header", { class: "sheet-head" }, el("h2", { id: "library-title" }, "Documents"), close),
      el("p", { class: "sheet-lead" }, "Every conversation searches these. Files attached to one conversation stay with it."),
      el(
        "div",
        { class: "sheet-actions" },
        el("button", { type: "button", class: "button button-primary", on: { click: wishes.onAdd } }, "Add files"),
        el("button", { type: "button", class: "button button-plain", on: { click: wishes.onLink } }, "Add link"),
      ),
      this.#files,
      this.#state,
      this.#own,
      this.#list,
      this.#more,
    );
    this.#more.addEventListener("click", () => this.#load(this.#cursor));
    dialog.addEventListener("close", () => this.showUploads(this.#uploads));
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close(); // the backdrop
    });
  }

  open() {
    if (!this.dialog.open) this.dialog.showModal();
    this.showUploads(this.#uploads);
    void this.refresh();
  }

  /** @param {import("./uploads.js").Upload[]} uploads that go into the library. */
  showUploads(uploads) {
    this.#uploads = uploads;
    showFiles(this.#files, this.dialog.open ? uploads : [], this.wishes);
  }

  async refresh() {
    if (this.dialog.open) await Promise.all([this.#load(null, this.#list.childElementCount), this.#loadOwn()]);
  }

  /** Files attached to the open conversation; the first page of them is all that one conversation has. */
  async #loadOwn() {
    const threadId = this.wishes.currentThread();
    this.#own.hidden = true;
    if (threadId === null) return;
    try {
      const page = await this.api.json(`v1/documents?limit=500&thread_id=${encodeURIComponent(threadId)}`);
      fill(this.#ownList, ...page.documents.map((/** @type {DocumentEntry} */ one) => this.#entry(one)));
      this.#own.hidden = page.documents.length === 0;
    } catch (error) {
      this.#state.textContent = `The files of this conversation can't be listed. ${troubleWords(error)}`;
    }
  }

  /**
   * @param {string | null} cursor null: from the first one on.
   * @param {number} [shown] how many are shown already; as many stay.
   */
  async #load(cursor, shown = 0) {
    try {
      const page = await this.api.json(`v1/documents${pageQuery(cursor, shown)}`);
      const entries = page.documents.map((/** @type {DocumentEntry} */ document) => this.#entry(document));
      if (cursor === null) fill(this.#list, ...entries);
      else this.#list.append(...entries);
      this.#cursor = page.next_cursor;
      this.#more.hidden = page.next_cursor === null;
      this.#state.textContent = this.#list.childElementCount === 0 ? "There are no documents yet." : "";
    } catch (error) {
      this.#state.textContent = `The documents can't be listed. ${troubleWords(error)}`;
    }
  }

  /** @param {DocumentEntry} document */
  #entry(document) {
    const { title, name, status, pages, url } = document;
    const about = [title === name ? null : (url ?? name), pages ? `${pages} pages` : null, stateWords(document)];
    const entry = el(
      "li",
      { class: "document", data: { status } },
      icon("document"),
      el(
        "div",
        { class: "document-words" },
        el("p", { class: "document-title", dir: "auto" }, title),
        el("p", { class: "document-about", dir: "auto" }, about.filter((line) => line !== null).join(" · ")),
      ),
      el(
        "button",
        {
          type: "button",
          class: "button button-plain button-small danger",
          "aria-label": `Delete ${title}`,
          on: { click: () => this.#delete(document, entry) },
        },
        "Delete",
      ),
    );
    return entry;
  }

  /**
   * @param {DocumentEntry} document
   * @param {HTMLElement} entry
   */
  async #delete(document, entry) {
    if (!(await this.wishes.confirmDelete(document))) return;
    try {
      await this.api.request(`v1/documents/${encodeURIComponent(document.document_id)}`, { method: "DELETE" });
      const next = /** @type {HTMLElement | null} */ (entry.nextElementSibling ?? entry.previousElementSibling);
      keepFocus(this.dialog, () => entry.remove());
      if (this.#ownList.childElementCount === 0) this.#own.hidden = true;
      next?.querySelector("button")?.focus();
      this.wishes.announce(`${document.title} was deleted.`);
    } catch (error) {
      this.#state.textContent = `${document.title} was not deleted. ${troubleWords(error)}`;
    }
  }
}
