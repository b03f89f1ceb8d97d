/** What a conversation shows before its first message: what can be asked about, and what this can do. */

import { byId, el, fill, icon } from "./dom.js";
import { t } from "./language.js";
import { withTitle } from "./telling.js";

const SHOWN = 5;

const THINGS = [
  [t("Ask several things at once"), t("Each part is tracked, and you see which ones were answered.")],
  [t("Press a number to check it"), t("Every statement opens the passage that it was taken from.")],
  [t("Drop a file on this page"), t("PDF, office file, table, mail, web page or text; it can be asked about at once.")],
];

/**
 * @typedef {object} Offered
 * @property {import("./types.js").DocumentEntry[]} documents
 * @property {string[]} questions what to ask to begin with
 */

/**
 * @param {import("./api.js").Api} api
 * @returns {Promise<Offered>}
 */
export async function whatToOffer(api) {
  const [{ documents }, { questions }] = await Promise.all([
    api.json(`v1/documents?limit=${SHOWN}`),
    api.json("v1/suggestions"),
  ]);
  return { documents: documents.map(withTitle), questions };
}

/**
 * @param {HTMLElement} section
 * @param {Offered} offered
 * @param {{put: (text: string) => void, ask: (text: string) => void, addFiles: () => void}} wishes
 */
export function showEmpty(section, { documents, questions }, { put, ask, addFiles }) {
  const readable = documents.filter(({ status }) => status !== "failed");
  fill(
    section,
    el("h2", { id: "empty-title" }, t("What do you need to know?")),
    questions.length === 0 ? null : suggestions(questions, ask),
    el("p", { class: "empty-lead" }, lead(readable.length > 0)),
    readable.length === 0 ? addButton(addFiles) : titles(readable, put),
    el(
      "ul",
      { class: "things" },
      ...THINGS.map(([what, how]) => el("li", {}, el("strong", {}, what), el("span", {}, how))),
    ),
  );
}

/** @param {boolean} hasDocuments */
function lead(hasDocuments) {
  return hasDocuments
    ? t("Answers come from your documents, such as these, and each shows where it stands.")
    : t("There are no documents here yet. Add some, and ask.");
}

/** @param {() => void} addFiles */
function addButton(addFiles) {
  return el("button", { type: "button", class: "button button-primary", on: { click: addFiles } }, t("Add documents"));
}

/**
 * @param {string[]} questions
 * @param {(text: string) => void} ask
 */
function suggestions(questions, ask) {
  const choose = (/** @type {string} */ question) => {
    ask(question);
    byId("message").focus(); // the button goes away and must not take the focus with it
  };
  return el(
    "ul",
    { class: "suggestions", "aria-label": t("Questions to begin with") },
    ...questions.map((question) =>
      el(
        "li",
        {},
        el("button", { type: "button", class: "button", dir: "auto", on: { click: () => choose(question) } }, question),
      ),
    ),
  );
}

/**
 * @param {import("./types.js").DocumentEntry[]} documents
 * @param {(text: string) => void} put
 */
function titles(documents, put) {
  return el(
    "ul",
    { class: "titles", "aria-label": t("Documents to ask about") },
    // in quotation marks a title stays one thing, whatever words join its parts
    ...[...new Set(documents.map(({ title }) => title))].slice(0, SHOWN).map((title) =>
      el(
        "li",
        {},
        el(
          "button",
          { type: "button", class: "title-button", on: { click: () => put(t("What does “{title}” say?", { title })) } },
          icon("document"),
          el("span", { dir: "auto" }, title),
        ),
      ),
    ),
  );
}
