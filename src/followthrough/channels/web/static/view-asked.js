/** What is asked, shown over the box to write in, and the dialog to choose it. */

import { AskedScope, EVERY, EVERYTHING } from "./asked-scope.js";
import { arranged, dayWords, readDocuments } from "./document-facts.js";
import { byId, byIdAs, el, fill, icon } from "./dom.js";
import { t, tn } from "./language.js";
import { tellingNames } from "./telling.js";
import { troubleWords } from "./words.js";

/**
 * @typedef {import("./types.js").DocumentEntry} DocumentEntry
 * @typedef {import("./asked-scope.js").Choice} Choice
 */

const SHOWN = 200;

export class AskedView {
  #open = byId("asked-open");
  #clear = byId("asked-clear");
  #dialog = byIdAs("asked", HTMLDialogElement);
  #kinds = el("fieldset", { class: "asked-kinds" });
  #search = el("input", { type: "search", class: "field", "aria-label": t("Search the documents to choose"), placeholder: t("Search documents"), autocomplete: "off" });
  #list = el("ul", { class: "asked-list", "aria-label": t("Documents to choose") });
  #state = el("p", { class: "state", role: "status" });
  #pick = el("div", { class: "asked-pick" }, this.#search, this.#list);
  #done = el("button", { type: "button", class: "button button-primary" }, t("Done"));
  /** @type {DocumentEntry[]} */
  #library = [];
  /** @type {DocumentEntry[]} */
  #own = [];
  /** @type {string | null} what the open conversation asks; null: it has not begun. */
  #collection = null;
  /** @type {Choice} what is being chosen. */
  #choice = EVERYTHING;

  /**
   * @param {import("./api.js").Api} api
   * @param {AskedScope} scope
   * @param {() => string | null} currentThread
   */
  constructor(api, scope, currentThread) {
    this.api = api;
    this.scope = scope;
    this.currentThread = currentThread;
    const close = el("button", { type: "button", class: "button button-icon", "aria-label": t("Close"), on: { click: () => this.#dialog.close() } }, icon("close"));
    this.#dialog.append(
      el("header", { class: "sheet-head" }, el("h2", { id: "asked-title" }, t("What to ask")), close),
      this.#kinds,
      this.#pick,
      this.#state,
      el("p", { class: "asked-actions" }, this.#done),
    );
    this.#open.addEventListener("click", () => void this.#show());
    this.#clear.addEventListener("click", () => {
      scope.choose(EVERYTHING);
      this.#open.focus();
    });
    this.#done.addEventListener("click", () => {
      scope.choose(this.#choice);
      this.#dialog.close();
    });
    this.#search.addEventListener("input", () => this.#showList());
    this.#dialog.addEventListener("click", (event) => event.target === this.#dialog && this.#dialog.close());
  }

  /**
   * @param {string | undefined} collection
   * @returns {Promise<boolean>} whether the open conversation can ask it: one that has begun stays in its collection.
   */
  async isReached(collection) {
    const thread = this.currentThread();
    if (thread === null) return true;
    const asked = (await this.api.json(`v1/threads/${encodeURIComponent(thread)}`)).collection;
    return asked === EVERY || asked === collection;
  }

  /** The choice has changed. */
  tell() {
    const { choice, words } = this.scope;
    fill(this.#open, icon("library"), el("span", { class: "visually-hidden" }, t("Asking ")), el("span", { class: "asked-words", dir: "auto" }, words));
    this.#open.title = choice.documents.map(({ title }) => title).join("\n") || words;
    this.#clear.hidden = choice.kind === "all" && choice.collection === null;
  }

  async #show() {
    this.#choice = this.scope.choice;
    this.#search.value = "";
    fill(this.#kinds);
    fill(this.#list);
    this.#pick.hidden = true;
    this.#done.disabled = true;
    this.#state.textContent = t("Reading the list of documents");
    this.#dialog.showModal();
    try {
      await this.#read();
      this.#state.textContent = "";
      this.#showKinds();
      this.#showList();
    } catch (error) {
      this.#state.textContent = t("The documents can't be listed. {why}", { why: troubleWords(error) });
    }
  }

  async #read() {
    const thread = this.currentThread();
    const [library, own, state] = await Promise.all([
      readDocuments(this.api),
      thread === null ? { documents: [] } : readDocuments(this.api, thread),
      thread === null ? null : this.api.json(`v1/threads/${encodeURIComponent(thread)}`),
    ]);
    this.#library = library.documents.filter(({ status }) => status !== "failed");
    this.#own = own.documents.filter(({ status }) => status !== "failed");
    this.#collection = state?.collection ?? null;
  }

  /** A conversation that has begun stays in its collection. */
  get #collections() {
    const found = [...new Set(this.#library.map(({ collection }) => collection ?? ""))].sort();
    return this.#collection === null && found.length > 1 ? found : [];
  }

  #showKinds() {
    const { kind, collection } = this.#choice;
    const home = this.#collection ?? EVERY;
    const files = this.#own.map(idAndTitle);
    fill(
      this.#kinds,
      el("legend", { class: "visually-hidden" }, t("What to ask")),
      this.#kind(home === EVERY ? t("All documents") : t("Collection {name}", { name: home }), kind === "all" && collection === null, EVERYTHING),
      ...this.#collections.map((name) =>
        this.#kind(t("Collection {name}", { name }), kind === "all" && collection === name, { ...EVERYTHING, collection: name }),
      ),
      files.length === 0
        ? null
        : this.#kind(t("Only the files of this conversation ({n})", { n: files.length }), kind === "files", { ...EVERYTHING, kind: "files", documents: files }),
      this.#kind(t("Only these documents"), kind === "documents", { ...EVERYTHING, kind: "documents", documents: kind === "documents" ? this.#choice.documents : [] }),
    );
    this.#judge();
  }

  /**
   * @param {string} words
   * @param {boolean} isChosen
   * @param {Choice} choice
   */
  #kind(words, isChosen, choice) {
    const change = () => {
      this.#choice = choice;
      this.#judge();
      this.#showList();
    };
    return el("label", {}, el("input", { type: "radio", name: "asked-kind", checked: isChosen, on: { change } }), el("span", { dir: "auto" }, words));
  }

  #showList() {
    this.#pick.hidden = this.#choice.kind !== "documents";
    if (this.#pick.hidden) return;
    const { documents } = this.#choice;
    const home = this.#collection ?? EVERY;
    const all = [...this.#own, ...this.#library.filter(({ collection }) => home === EVERY || collection === home)];
    const found = arranged(all, { words: this.#search.value, order: "title" });
    const chosen = new Set(documents.map(({ id }) => id));
    const first = found.filter((one) => chosen.has(one.document_id));
    const rest = found.filter((one) => !chosen.has(one.document_id));
    const shown = [...first, ...rest].slice(0, SHOWN);
    const names = tellingNames(shown.map(({ title, name, url, created_at }) => ({ name: title, facts: [url, name, dayWords(created_at)] })));
    fill(this.#list, ...shown.map((one, place) => this.#entry(one, names[place] ?? one.title, chosen.has(one.document_id))));
    const hidden = found.length - shown.length;
    this.#state.textContent = found.length === 0 ? t("No document has these words in its name.") : hidden > 0 ? tn(hidden, "{n} more document: search for it.", "{n} more documents: search for them.") : "";
  }

  /**
   * @param {DocumentEntry} entry
   * @param {string} name
   * @param {boolean} isChosen
   */
  #entry(entry, name, isChosen) {
    const box = el("input", { type: "checkbox", checked: isChosen });
    box.addEventListener("change", () => {
      const { documents } = this.#choice;
      const rest = documents.filter(({ id }) => id !== entry.document_id);
      if (box.checked && !AskedScope.hasRoom(rest.length)) {
        box.checked = false;
        this.#state.textContent = t("These are as many as can be asked at once.");
        return;
      }
      const now = box.checked ? [...rest, idAndTitle(entry)] : rest;
      this.#choice = { ...EVERYTHING, kind: "documents", documents: now };
      this.#judge();
    });
    const own = entry.thread_id ? el("span", { class: "asked-own" }, t("this conversation")) : null;
    return el("li", {}, el("label", {}, box, el("span", { dir: "auto" }, name), own));
  }

  #judge() {
    const { kind, documents } = this.#choice;
    const count = documents.length;
    this.#done.disabled = kind === "documents" && count === 0;
    this.#done.textContent = kind === "documents" && count > 0 ? tn(count, "Ask {n} document", "Ask {n} documents") : t("Done");
  }
}

/** @param {DocumentEntry} entry */
const idAndTitle = ({ document_id, title }) => ({ id: document_id, title });
