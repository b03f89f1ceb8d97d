/** The documents: the shared library that every conversation searches, and what belongs to the open one. */

import { arranged, isBeingRead, readDocuments } from "./document-facts.js";
import { el, fill, icon, keepFocus } from "./dom.js";
import { t, tn } from "./language.js";
import { documentEntry } from "./view-document-entry.js";
import { showFiles } from "./view-files.js";
import { troubleWords } from "./words.js";

/** @typedef {import("./types.js").DocumentEntry} DocumentEntry */

/**
 * @typedef {object} Wishes
 * @property {() => void} onAdd
 * @property {() => void} onLink
 * @property {(document: DocumentEntry, opener: HTMLElement) => void} onOpen
 * @property {(document: DocumentEntry) => void} onAsk
 * @property {(document: DocumentEntry) => void} onReplace
 * @property {(document: DocumentEntry) => void} onDeleted
 * @property {(document: DocumentEntry) => Promise<boolean>} confirmDelete
 * @property {(words: string) => void} announce
 * @property {() => string | null} currentThread
 * @property {(id: string) => void} onDismiss
 * @property {(id: string) => void} onResend
 */

/** Rows drawn at once; the rest come with "Show more" or by searching. */
const ROWS = 100;
const LOOK_MS = 1_500;

const ORDERS = [
  ["newest", t("Newest first")],
  ["title", t("By title")],
  ["size", t("Largest first")],
  ["passages", t("Most passages")],
];
const STATES = [
  ["all", t("All")],
  ["ready", t("Ready")],
  ["reading", t("Being read")],
  ["failed", t("Could not be read")],
  ["warned", t("With warnings")],
];

export class LibrarySheet {
  #list = el("ul", { class: "documents", "aria-label": t("Library") });
  #ownList = el("ul", { class: "documents", "aria-label": t("Only in this conversation") });
  #own = el(
    "section",
    { class: "own-documents", hidden: true, "aria-label": t("In this conversation") },
    el("h3", { class: "small-title" }, t("Only in this conversation")),
    this.#ownList,
    el("h3", { class: "small-title" }, t("Library")),
  );
  #files = el("ul", { class: "tray", "aria-label": t("On their way"), hidden: true });
  /** @type {import("./uploads.js").Upload[]} */
  #uploads = [];
  #search = el("input", { type: "search", class: "field", "aria-label": t("Search documents by name"), placeholder: t("Search documents"), autocomplete: "off" });
  #order = choice(t("Order"), ORDERS);
  #kind = choice(t("Show"), STATES);
  #filters = el("div", { class: "document-filters", role: "search" }, this.#search, this.#order.label, this.#kind.label);
  #state = el("p", { class: "state", role: "status" });
  #more = el("button", { type: "button", class: "button button-plain button-wide", hidden: true }, t("Show more"));
  /** @type {DocumentEntry[]} */
  #documents = [];
  /** @type {DocumentEntry[]} */
  #ownDocuments = [];
  #isWhole = true;
  #shown = ROWS;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #looking;
  #reads = 0;

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
      { type: "button", class: "button button-icon", "aria-label": t("Close"), on: { click: () => dialog.close() } },
      icon("close"),
    );
    dialog.append(
      el("header", { class: "sheet-head" }, el("h2", { id: "library-title" }, t("Documents")), close),
      el("p", { class: "sheet-lead" }, t("Every conversation searches these. Files attached to one conversation stay with it.")),
      el(
        "div",
        { class: "sheet-actions" },
        el("button", { type: "button", class: "button button-primary", on: { click: wishes.onAdd } }, t("Add files")),
        el("button", { type: "button", class: "button button-plain", on: { click: wishes.onLink } }, t("Add link")),
        el("span", { class: "sheet-hint" }, t("or drop files anywhere")),
      ),
      this.#files,
      this.#filters,
      this.#state,
      this.#own,
      this.#list,
      this.#more,
    );
    for (const field of [this.#search, this.#order.select, this.#kind.select]) {
      field.addEventListener("input", () => {
        this.#shown = ROWS;
        this.#draw();
      });
    }
    this.#more.addEventListener("click", () => {
      this.#shown += ROWS;
      this.#draw();
    });
    dialog.addEventListener("close", () => {
      clearTimeout(this.#looking);
      this.showUploads(this.#uploads);
    });
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

  /** Reads the list anew; while documents are being read it goes on by itself, so that their progress is seen. */
  async refresh() {
    if (!this.dialog.open) return;
    clearTimeout(this.#looking);
    this.#reads += 1;
    const mine = this.#reads;
    const threadId = this.wishes.currentThread();
    try {
      const [library, own] = await Promise.all([
        readDocuments(this.api),
        threadId === null ? { documents: [] } : readDocuments(this.api, threadId),
      ]);
      if (mine !== this.#reads) return;
      this.#documents = library.documents;
      this.#isWhole = library.isWhole;
      this.#ownDocuments = own.documents;
      this.#draw();
    } catch (error) {
      if (mine === this.#reads) this.#state.textContent = t("The documents can't be listed. {why}", { why: troubleWords(error) });
      return;
    }
    const isReading = [...this.#documents, ...this.#ownDocuments].some(isBeingRead);
    if (isReading && this.dialog.open) this.#looking = setTimeout(() => void this.refresh(), LOOK_MS);
  }

  #draw() {
    const wanted = { words: this.#search.value, order: this.#order.select.value, state: this.#kind.select.value };
    const found = arranged(this.#documents, wanted);
    const own = arranged(this.#ownDocuments, wanted);
    draw(this.#list, found.slice(0, this.#shown), this.#entryWishes);
    draw(this.#ownList, own, this.#entryWishes);
    this.#own.hidden = own.length === 0;
    this.#more.hidden = found.length <= this.#shown;
    this.#filters.hidden = this.#documents.length + this.#ownDocuments.length === 0;
    this.#state.textContent = this.#summary(found.length + own.length);
  }

  /** @param {number} found */
  #summary(found) {
    const all = this.#documents.length + this.#ownDocuments.length;
    if (all === 0) return t("There are no documents yet.");
    const more = this.#isWhole ? "" : ` ${t("These are the first ones; there are more than this list shows.")}`;
    if (found === 0) return `${t("No document is like that.")}${more}`;
    const count = found < all ? t("{found} of {n} documents.", { found, n: all }) : tn(all, "{n} document.", "{n} documents.");
    return `${count}${more}`;
  }

  /** @type {import("./view-document-entry.js").EntryWishes} */
  #entryWishes = {
    onOpen: (entry, opener) => this.wishes.onOpen(entry, opener),
    onAsk: (entry) => {
      this.dialog.close();
      this.wishes.onAsk(entry);
    },
    onReplace: (entry) => this.wishes.onReplace(entry),
    onDelete: (entry, row) => void this.#delete(entry, row),
  };

  /**
   * @param {DocumentEntry} document
   * @param {HTMLElement} row
   */
  async #delete(document, row) {
    if (!(await this.wishes.confirmDelete(document))) return;
    try {
      await this.api.request(`v1/documents/${encodeURIComponent(document.document_id)}`, { method: "DELETE" });
      const isOther = (/** @type {DocumentEntry} */ one) => one.document_id !== document.document_id;
      this.#documents = this.#documents.filter(isOther);
      this.#ownDocuments = this.#ownDocuments.filter(isOther);
      const id = /** @type {HTMLElement | null} */ (row.nextElementSibling ?? row.previousElementSibling)?.dataset.id;
      this.#draw();
      const next = this.dialog.querySelector(`.document[data-id="${CSS.escape(id ?? "")}"] button`);
      if (next instanceof HTMLElement) next.focus();
      this.wishes.onDeleted(document);
      this.wishes.announce(t("{title} was deleted.", { title: document.title }));
    } catch (error) {
      this.#state.textContent = t("{title} was not deleted. {why}", { title: document.title, why: troubleWords(error) });
    }
  }
}

/** @type {WeakMap<Element, string>} what a row shows */
const drawn = new WeakMap();

/**
 * Rows that show the same stay as they are, with the focus in them.
 *
 * @param {HTMLElement} list
 * @param {DocumentEntry[]} entries
 * @param {import("./view-document-entry.js").EntryWishes} wishes
 */
function draw(list, entries, wishes) {
  const known = new Map([...list.children].map((row) => [/** @type {HTMLElement} */ (row).dataset.id, row]));
  const rows = entries.map((entry) => {
    const told = JSON.stringify(entry);
    const there = known.get(entry.document_id);
    if (there !== undefined && drawn.get(there) === told) return there;
    const row = documentEntry(entry, wishes);
    drawn.set(row, told);
    return row;
  });
  const isSame = rows.length === list.childElementCount && rows.every((row, place) => list.children[place] === row);
  if (!isSame) keepFocus(list, () => fill(list, ...rows));
}

/**
 * @param {string} words
 * @param {string[][]} options
 */
function choice(words, options) {
  const select = el("select", { class: "field" }, ...options.map(([value, shown]) => el("option", { value }, shown)));
  return { select, label: el("label", { class: "choice" }, el("span", { class: "visually-hidden" }, words), select) };
}
