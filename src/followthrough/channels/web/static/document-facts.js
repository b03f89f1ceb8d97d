/** What is said of a document: its kind, size, dates and what was not read of it; and lists of documents in order. */

import { language, t, tn } from "./language.js";
import { withTitle } from "./telling.js";

/** @typedef {import("./types.js").DocumentEntry} DocumentEntry */

/** What the collection is called that documents join which name none; of others the name is told. */
const USUAL = "default";

const OFFICE = "application/vnd.openxmlformats-officedocument.";

/** @type {Record<string, string>} */
const KINDS = {
  "application/pdf": "PDF",
  [`${OFFICE}wordprocessingml.document`]: "Word",
  [`${OFFICE}spreadsheetml.sheet`]: t("Workbook"),
  [`${OFFICE}presentationml.presentation`]: t("Slides"),
  "application/vnd.ms-excel": t("Workbook"),
  "application/vnd.oasis.opendocument.text": t("OpenDocument text"),
  "application/vnd.oasis.opendocument.spreadsheet": t("OpenDocument table"),
  "application/vnd.oasis.opendocument.presentation": t("OpenDocument slides"),
  "text/markdown": "Markdown",
  "text/html": t("Web page"),
  "text/plain": t("Text"),
  "text/csv": t("Table"),
  "text/x-rst": "reStructuredText",
  "application/jsonl": t("JSON lines"),
  "application/rtf": t("Rich text"),
  "application/epub+zip": t("Book"),
  "application/zip": t("Archive"),
  "message/rfc822": t("Mail"),
  "application/vnd.ms-outlook": t("Mail"),
};

/** @param {DocumentEntry} entry */
export const kindWords = ({ media_type }) => KINDS[media_type ?? ""] ?? null;

/** @param {number | undefined} bytes */
export function sizeWords(bytes = 0) {
  if (bytes <= 0) return null;
  if (bytes < 1_000) return tn(bytes, "{n} byte", "{n} bytes");
  if (bytes < 1_000_000) return `${Math.round(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** @param {string | undefined} at ISO-8601. */
export function dayWords(at) {
  const when = at === undefined ? Number.NaN : Date.parse(at);
  if (Number.isNaN(when)) return null;
  return new Intl.DateTimeFormat(document.documentElement.lang || undefined, { dateStyle: "medium" }).format(when);
}

/**
 * @param {DocumentEntry} entry
 * @returns {string[]} what was not read of it, one line each.
 */
export function warningsOf({ metadata }) {
  const { reader_warnings: told, reader_warning_words: words } = metadata?.extra ?? {};
  if (language !== "en" && Array.isArray(words)) return words.map(([line, places]) => t(line, withoutEnglish(places)));
  return Array.isArray(told) ? told.filter((line) => typeof line === "string") : [];
}

/** @param {Record<string, string>} places "2 to 5" as any language has it. */
function withoutEnglish(places) {
  const short = Object.entries(places).map(([name, said]) => [name, said.replace(/(\d) to (\d)/g, "$1–$2")]);
  return Object.fromEntries(short);
}

/** @param {DocumentEntry} entry */
export const isBeingRead = ({ status }) => status === "queued" || status === "indexing";

/**
 * @param {DocumentEntry} entry
 * @returns {string[]} its facts, in the order of telling.
 */
export function factsOf(entry) {
  const { title, name, url, pages, passages = 0, size_bytes, created_at, updated_at } = entry;
  const [added, changed] = [dayWords(created_at), dayWords(updated_at)];
  return [
    title === name ? null : (url ?? name),
    entry.thread_id || (entry.collection ?? USUAL) === USUAL ? null : t("Collection {name}", { name: entry.collection ?? "" }),
    kindWords(entry),
    pages ? tn(pages, "{n} page", "{n} pages") : null,
    passages > 0 ? tn(passages, "{n} passage", "{n} passages") : null,
    sizeWords(size_bytes),
    added === null ? null : t("added {day}", { day: added }),
    changed === null || changed === added ? null : t("changed {day}", { day: changed }),
    entry.superseded_by ? t("replaced by a newer document") : null,
  ].filter((fact) => fact !== null);
}

/** @type {Record<string, (a: DocumentEntry, b: DocumentEntry) => number>} */
const ORDERS = {
  newest: (a, b) => (b.updated_at ?? "").localeCompare(a.updated_at ?? ""),
  title: () => 0,
  size: (a, b) => (b.size_bytes ?? 0) - (a.size_bytes ?? 0),
  passages: (a, b) => (b.passages ?? 0) - (a.passages ?? 0),
};

/** @type {Record<string, (entry: DocumentEntry) => boolean>} */
const STATES = {
  all: () => true,
  ready: ({ status }) => status === "ready",
  reading: isBeingRead,
  failed: ({ status }) => status === "failed",
  warned: (entry) => warningsOf(entry).length > 0,
};

const plain = (/** @type {string} */ text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * @param {DocumentEntry[]} documents
 * @param {{words?: string, order?: string, state?: string}} wanted every word has to be there.
 * @returns {DocumentEntry[]} in the order asked for, those alike by title.
 */
export function arranged(documents, { words = "", order = "newest", state = "all" } = {}) {
  const asked = plain(words).split(/\s+/);
  const compare = ORDERS[order] ?? (() => 0);
  const isWanted = STATES[state] ?? (() => true);
  return documents
    .filter((entry) => {
      const told = plain(`${entry.title} ${entry.name} ${entry.url ?? ""} ${entry.collection ?? ""}`);
      return isWanted(entry) && asked.every((word) => told.includes(word));
    })
    .sort((a, b) => compare(a, b) || a.title.localeCompare(b.title, undefined, { numeric: true }) || a.document_id.localeCompare(b.document_id));
}

const PAGE = 500;
const MOST = 10;

/**
 * @param {import("./api.js").Api} api
 * @param {string | null} threadId null: the shared library.
 * @returns {Promise<{documents: DocumentEntry[], isWhole: boolean}>} not whole where there are more than a list shows.
 */
export async function readDocuments(api, threadId = null) {
  /** @type {DocumentEntry[]} */
  const documents = [];
  const own = threadId === null ? "" : `&thread_id=${encodeURIComponent(threadId)}`;
  let cursor = "";
  for (let page = 0; page < MOST; page += 1) {
    const read = await api.json(`v1/documents?limit=${PAGE}${own}${cursor}`);
    documents.push(...read.documents.map(withTitle));
    if (read.next_cursor === null) return { documents, isWhole: true };
    cursor = `&cursor=${encodeURIComponent(read.next_cursor)}`;
  }
  return { documents, isWhole: false };
}
