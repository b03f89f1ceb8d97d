/** Where an answer comes from: its numbers, its list of sources, and how it was searched for. */

import { el, icon } from "./dom.js";
import { language, t } from "./language.js";
import { citedName } from "./telling.js";
import { pageWords, signalWords } from "./words.js";

/**
 * @typedef {import("./types.js").Citation} Citation
 * @typedef {import("./types.js").TurnView} TurnView
 * @typedef {(citation: Citation, opener: HTMLElement) => void} OpenCitation
 */

/** @param {Citation} citation */
const placeOf = ({ document_name, page, heading }) => [`${citedName(document_name)}${pageWords(page)}`, ...(heading ?? []).slice(-1)].join(", ");

/**
 * The number in the running text.
 *
 * @param {Citation} citation
 * @param {OpenCitation} open
 */
export function citationChip(citation, open) {
  return el(
    "button",
    {
      type: "button",
      class: "chip",
      "aria-haspopup": "dialog",
      "aria-label": t("Source {n}: {place}", { n: citation.n, place: placeOf(citation) }),
      title: placeOf(citation),
      on: { click: (/** @type {MouseEvent} */ event) => open(citation, /** @type {HTMLElement} */ (event.currentTarget)) },
    },
    citation.n,
  );
}

/**
 * @param {Citation[]} citations
 * @param {OpenCitation} open
 * @returns {HTMLElement | null}
 */
export function sourceList(citations, open) {
  if (citations.length === 0) return null;
  return el(
    "div",
    { class: "sources", role: "group", "aria-label": t("Sources") },
    el("ol", {}, ...citations.map((citation) => el("li", {}, sourceButton(citation, open)))),
  );
}

/**
 * @param {Citation} citation
 * @param {OpenCitation} open
 */
function sourceButton(citation, open) {
  return el(
    "button",
    {
      type: "button",
      class: "source",
      "aria-haspopup": "dialog",
      on: { click: (/** @type {MouseEvent} */ event) => open(citation, /** @type {HTMLElement} */ (event.currentTarget)) },
    },
    el("span", { class: "source-number", "aria-hidden": "true" }, citation.n),
    el("span", { class: "source-name", dir: "auto" }, citedName(citation.document_name)),
    citation.page === null || citation.page === undefined
      ? null
      : el("span", { class: "source-page" }, t("page {page}", { page: citation.page })),
    ...(citation.heading ?? []).slice(-1).map((section) => el("span", { class: "source-section", dir: "auto" }, section)),
  );
}

/**
 * @param {TurnView} turn
 * @returns {HTMLElement | null} null where nothing was searched.
 */
function searchLine({ searched, signal }) {
  if (searched.length === 0) return null;
  /** @type {(Node | string)[]} */
  const words = [t("Searched for ")];
  searched.forEach((query, place) => {
    if (place > 0) words.push(place === searched.length - 1 ? t(" and ") : ", ");
    words.push(el("q", { dir: "auto" }, query));
  });
  if (signal !== null) words.push(`: ${signalWords(signal)}.`);
  return el("p", { class: "search-line" }, icon("search"), el("span", {}, ...words));
}

/**
 * What only some readers want to know, folded away.
 *
 * @param {TurnView} turn
 * @returns {HTMLElement | null}
 */
export function workings(turn) {
  const { passages, timings, decision } = turn;
  const stages = Object.entries(timings);
  if (stages.length === 0 && passages.length === 0) return null;
  return el(
    "details",
    { class: "workings" },
    el("summary", {}, t("How this was found")),
    searchLine(turn),
    decision === null ? null : el("p", { class: "workings-line" }, t("Decided by {decision}.", { decision })),
    pursued(turn),
    passages.length === 0 ? null : found(passages),
    stages.length === 0 ? null : times(stages),
  );
}

const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
const when = (/** @type {string} */ at) => moment.format(new Date(at));

/**
 * Since when the question is pursued, and what its reader was asked for meanwhile.
 *
 * @param {TurnView} turn
 */
function pursued({ objective }) {
  if (objective?.created_at == null) return null;
  const { asks = [], last_user_ask: last } = objective;
  const since = t("This question was begun {at}.", { at: when(objective.created_at) });
  const asked = last == null ? "" : ` ${t("You were asked for help last {at}.", { at: when(last) })}`;
  const ledger = asks.map(({ turn, text }) => el("li", { dir: "auto" }, `${turn}: ${text}`));
  return el("div", { class: "workings-line" }, el("p", {}, since + asked), ledger.length === 0 ? null : el("ul", {}, ...ledger));
}

/** @param {import("./types.js").FoundPassage[]} passages */
function found(passages) {
  return table(
    t("Passages found, best first"),
    [t("Document"), t("Page"), t("Score")],
    passages.map(({ document_name, page, score }) => [citedName(document_name), page === null ? "" : `${page}`, score.toFixed(2)]),
  );
}

/** @param {[string, number][]} stages */
function times(stages) {
  return table(
    t("Time taken"),
    [t("Stage"), t("Milliseconds")],
    stages.map(([stage, milliseconds]) => [stage.replaceAll("_", " "), milliseconds.toFixed(1)]),
  );
}

/**
 * @param {string} caption
 * @param {string[]} head
 * @param {string[][]} rows
 */
function table(caption, head, rows) {
  return el(
    "div",
    { class: "table-scroll", tabindex: 0, role: "group", "aria-label": caption },
    el(
      "table",
      {},
      el("caption", {}, caption),
      el("thead", {}, el("tr", {}, ...head.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", { dir: "auto" }, cell))))),
    ),
  );
}
