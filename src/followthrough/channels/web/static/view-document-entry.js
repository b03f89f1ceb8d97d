/** One document in the list: what it is, how far it has come, and what can be done with it. */

import { factsOf, isBeingRead, warningsOf } from "./document-facts.js";
import { el, icon } from "./dom.js";
import { t } from "./language.js";
import { shareOf, stateWords } from "./uploads.js";

/** @typedef {import("./types.js").DocumentEntry} DocumentEntry */

/**
 * @typedef {object} EntryWishes
 * @property {(entry: DocumentEntry, opener: HTMLElement) => void} onOpen
 * @property {(entry: DocumentEntry) => void} onAsk
 * @property {(entry: DocumentEntry) => void} onReplace
 * @property {(entry: DocumentEntry, row: HTMLElement) => void} onDelete
 */

/**
 * @param {DocumentEntry} entry
 * @param {EntryWishes} wishes
 * @returns {HTMLElement}
 */
export function documentEntry(entry, wishes) {
  const { title, status, document_id, url } = entry;
  const row = el("li", { class: "document", data: { status, id: document_id } });
  /** @param {string} words @param {string} look @param {() => void} click */
  const button = (words, look, click) =>
    el("button", { type: "button", class: `button button-plain button-small ${look}`, "aria-label": `${words} ${title}`, on: { click } }, words);
  row.append(
    icon("document"),
    el(
      "div",
      { class: "document-words" },
      el(
        "button",
        {
          type: "button",
          class: "document-title",
          dir: "auto",
          "aria-haspopup": "dialog",
          on: { click: (/** @type {MouseEvent} */ event) => wishes.onOpen(entry, /** @type {HTMLElement} */ (event.currentTarget)) },
        },
        title,
      ),
      el("p", { class: "document-about", dir: "auto" }, factsOf(entry).join(" · ")),
      ...stateOf(entry),
    ),
    el(
      "div",
      { class: "document-buttons" },
      status === "failed" ? null : button(t("Ask"), "", () => wishes.onAsk(entry)),
      url ? null : button(t("Replace"), "", () => wishes.onReplace(entry)),
      button(t("Delete"), "danger", () => wishes.onDelete(entry, row)),
    ),
  );
  return row;
}

/**
 * @param {DocumentEntry} entry
 * @returns {HTMLElement[]} its state, with its progress where it is being read, and what was not read of it.
 */
function stateOf(entry) {
  const share = shareOf(entry);
  const state = el("p", { class: "document-state" }, stateWords(entry));
  const bar = el("progress", { max: 1, "aria-label": t("Progress of {name}", { name: entry.title }), ...(share === null ? {} : { value: share }) });
  return [
    state,
    ...(isBeingRead(entry) ? [bar] : []),
    ...warningsOf(entry).map((line) => el("p", { class: "document-warning", dir: "auto" }, icon("warning"), el("span", {}, line))),
  ];
}
