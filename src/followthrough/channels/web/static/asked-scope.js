/** What a conversation asks: all documents, one collection of them, some of them, or its own files. Kept by the tab. */

import { t, tn } from "./language.js";

/**
 * @typedef {object} Choice
 * @property {"all" | "collection" | "documents" | "files"} kind
 * @property {string | null} collection the one that is asked; null: every one, or that of the conversation.
 * @property {{id: string, title: string}[]} documents those chosen; of `files` those known when it was chosen.
 */

/** @type {Choice} */
export const EVERYTHING = { kind: "all", collection: null, documents: [] };

const MOST = 64;
/** What a conversation has in the place of a collection that asks every one. */
export const EVERY = "*";

const key = (/** @type {string} */ place) => `followthrough.asked.${place}`;

export class AskedScope {
  #place = "";
  /** @type {Choice} */
  #choice = EVERYTHING;
  /** @type {string | null} the collection of the conversation, which asks no other one. */
  #home = null;

  /** @param {() => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
  }

  /** What is asked, in a few words. */
  get words() {
    return choiceWords(this.#choice, this.#home);
  }

  get choice() {
    return this.#choice;
  }

  /** @returns {string[]} ids of the only documents that a message asks; empty: all. */
  get only() {
    const { kind, documents } = this.#choice;
    return kind === "documents" || kind === "files" ? documents.slice(0, MOST).map(({ id }) => id) : [];
  }

  /** @returns {boolean} whether there is room for more documents. */
  static hasRoom(/** @type {number} */ count) {
    return count < MOST;
  }

  /** @param {string} place the conversation that is open now. */
  open(place) {
    this.#place = place;
    this.#choice = read(place);
    this.#home = null;
    this.onChange();
  }

  /** @returns {string} the collection that a conversation asks which begins with this choice. */
  get collection() {
    return this.#choice.collection ?? EVERY;
  }

  /** @param {string | null} home the collection of the conversation that is open. */
  settle(home) {
    this.#home = home;
    this.onChange();
  }

  /**
   * The same choice belongs there now: the conversation has its thread.
   *
   * @param {string} place
   * @param {string | null} home
   */
  moveTo(place, home) {
    sessionStorage.removeItem(key(this.#place));
    this.#place = place;
    if (this.#choice.kind === "all") this.#choice = EVERYTHING; // what it asks by itself
    this.#keep();
    this.settle(home);
  }

  /** @param {Choice} choice */
  choose(choice) {
    const isNothing = (choice.kind === "documents" || choice.kind === "files") && choice.documents.length === 0;
    this.#choice = isNothing ? EVERYTHING : choice;
    this.#keep();
    this.onChange();
  }

  /** @param {string} id a document that is not there any more. */
  without(id) {
    const documents = this.#choice.documents.filter((one) => one.id !== id);
    if (documents.length < this.#choice.documents.length) this.choose({ ...this.#choice, documents });
  }

  #keep() {
    if (this.#choice.kind === "all" && this.#choice.collection === null) sessionStorage.removeItem(key(this.#place));
    else sessionStorage.setItem(key(this.#place), JSON.stringify(this.#choice));
  }
}

/**
 * @param {string} place
 * @returns {Choice}
 */
function read(place) {
  const kept = sessionStorage.getItem(key(place));
  return kept === null ? EVERYTHING : JSON.parse(kept);
}

/**
 * @param {Choice} choice
 * @param {string | null} home
 */
function choiceWords({ kind, collection, documents }, home) {
  const [first] = documents;
  if (kind === "files") return tn(documents.length, "The file of this conversation", "The {n} files of this conversation");
  if (kind === "documents" && first !== undefined) return documents.length === 1 ? first.title : t("{n} documents", { n: documents.length });
  const name = collection ?? home ?? EVERY;
  return name === EVERY ? t("All documents") : t("Collection {name}", { name });
}
