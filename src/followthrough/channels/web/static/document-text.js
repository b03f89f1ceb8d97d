/**
 * A document as it is laid out at the server, and words in it: where they stand, whatever elements they run over.
 * What documents say is data: of the server's page only plain elements are kept.
 */

import { t } from "./language.js";
import { elementsOf } from "./markdown.js";

const TAGS = "article p h2 h3 h4 h5 h6 ul ol li pre code table thead tbody tr th td span div".split(" ");
const ATTRIBUTES = [
  ..."id dir start scope class role".split(" "),
  ..."data-passage data-first data-shown data-passages data-pages".split(" "),
];
const MOST_MATCHES = 2_000;

/**
 * @typedef {object} Stretch A part of a document, laid out.
 * @property {DocumentFragment} body
 * @property {number} first the place of its first passage among all of the document's.
 * @property {number} shown how many passages it has.
 * @property {number} passages how many the document has.
 * @property {number} pages how many pages can be had as images; 0: none.
 */

/**
 * @param {import("./api.js").Api} api
 * @param {string} documentId
 * @param {{passage?: string, first?: number, limit?: number, signal?: AbortSignal}} [wanted] `passage` stands in the middle.
 * @returns {Promise<Stretch>}
 */
export async function readStretch(api, documentId, { passage, first = 0, limit, signal } = {}) {
  const query = new URLSearchParams({ first: String(first) });
  if (limit !== undefined) query.set("limit", String(limit));
  if (passage !== undefined) query.set("passage", passage);
  const path = `v1/documents/${encodeURIComponent(documentId)}/content?${query}`;
  const response = await api.request(path, { headers: { Accept: "text/html" }, ...(signal ? { signal } : {}) });
  return laidOut(await response.text());
}

/**
 * @param {string} html
 * @returns {Stretch}
 */
export function laidOut(html) {
  const article = elementsOf(html, TAGS, ATTRIBUTES).querySelector("article");
  const number = (/** @type {string} */ name) => Number(article?.dataset[name] ?? 0) || 0;
  const body = document.createDocumentFragment();
  body.append(...(article?.childNodes ?? []));
  for (const table of body.querySelectorAll("table")) {
    const scroller = document.createElement("div");
    scroller.className = "table-scroll";
    scroller.tabIndex = 0;
    scroller.setAttribute("role", "region");
    scroller.setAttribute("aria-label", t("Table"));
    table.replaceWith(scroller);
    scroller.append(table);
  }
  for (const code of body.querySelectorAll("pre")) code.tabIndex = 0;
  return { body, first: number("first"), shown: number("shown"), passages: number("passages"), pages: number("pages") };
}

/** @typedef {{text: string, nodes: Text[], starts: number[]}} Flow text nodes as one text; blocks are apart by a line. */

/**
 * @param {Iterable<Node>} roots
 * @returns {Flow}
 */
function flowOf(roots) {
  /** @type {Flow} */
  const flow = { text: "", nodes: [], starts: [] };
  /** @type {Element | null} */
  let block = null;
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const own = node.parentElement?.closest("p, h2, h3, h4, h5, h6, li, td, th, pre, div") ?? null;
      if (block !== null && own !== block) flow.text += "\n";
      block = own;
      flow.nodes.push(/** @type {Text} */ (node));
      flow.starts.push(flow.text.length);
      flow.text += /** @type {Text} */ (node).data;
    }
  }
  return flow;
}

/**
 * @param {Flow} flow
 * @param {number} start
 * @param {number} end
 * @returns {Range}
 */
function rangeOf(flow, start, end) {
  const range = document.createRange();
  const from = placeOf(flow, start);
  const to = placeOf(flow, end - 1);
  range.setStart(from.node, from.offset);
  range.setEnd(to.node, to.offset + 1);
  return range;
}

/**
 * @param {Flow} flow
 * @param {number} place of a character that is in one of its nodes.
 */
function placeOf({ nodes, starts }, place) {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  const node = /** @type {Text} */ (nodes[low]);
  return { node, offset: Math.min(place - (starts[low] ?? 0), node.length - 1) };
}

/** Runs of white space match each other, and what stands between blocks. */
const escaped = (/** @type {string} */ word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/**
 * @param {Element} root
 * @param {string} words
 * @returns {Range[]} where they stand, in order; upper and lower case are the same.
 */
export function findWords(root, words) {
  const parts = words.split(/\s+/).filter((word) => word !== "");
  if (parts.length === 0) return [];
  const flow = flowOf([root]);
  const pattern = new RegExp(parts.map(escaped).join("\\s+"), "giu");
  /** @type {Range[]} */
  const found = [];
  for (const match of flow.text.matchAll(pattern)) {
    found.push(rangeOf(flow, match.index, match.index + match[0].length));
    if (found.length === MOST_MATCHES) break;
  }
  return found;
}

/**
 * Marks a quote in its passage. The quote is of the text that was read: it may have the marks of a list and the
 * strokes between cells, which are drawn here as what they stand for, so that letters and figures decide.
 *
 * @param {Element} root
 * @param {string} passageId
 * @param {string} quote an empty one, and one that is not there any more, is the whole passage.
 * @returns {HTMLElement[]} the marks, in order; empty where the passage is not there.
 */
export function markQuote(root, passageId, quote) {
  const spans = [...root.querySelectorAll(`[data-passage="${CSS.escape(passageId)}"]`)];
  if (spans.length === 0) return [];
  const flow = flowOf(spans);
  const range = quotedIn(flow, quote) ?? { start: 0, end: flow.text.length };
  return wrap(flow, range.start, range.end);
}

/**
 * @param {Flow} flow
 * @param {string} quote
 * @returns {{start: number, end: number} | null}
 */
function quotedIn({ text }, quote) {
  const plain = quote.replace(/^\s*(?:-|\d{1,6}[.)])\s+/gm, "");
  const wanted = [...plain.matchAll(/[\p{L}\p{N}]/gu)].map(([character]) => character).join("");
  if (wanted === "") return null;
  /** @type {number[]} */
  const places = [];
  let bare = "";
  for (const { 0: character, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    for (let unit = 0; unit < character.length; unit += 1) places.push(index + unit);
    bare += character;
  }
  const at = bare.indexOf(wanted);
  const start = places[at];
  const last = places[at + wanted.length - 1];
  if (at < 0 || start === undefined || last === undefined) return null;
  const [leads, ends] = [/^[^\p{L}\p{N}]*/u.exec(plain.trim())?.[0] ?? "", /[^\p{L}\p{N}]*$/u.exec(plain.trim())?.[0] ?? ""];
  return {
    start: text.slice(0, start).endsWith(leads) ? start - leads.length : start,
    end: last + 1 + (text.startsWith(ends, last + 1) ? ends.length : 0),
  };
}

/**
 * @param {Flow} flow
 * @param {number} start
 * @param {number} end
 */
function wrap({ nodes, starts }, start, end) {
  /** @type {HTMLElement[]} */
  const marks = [];
  nodes.forEach((node, at) => {
    const own = starts[at] ?? 0;
    const from = Math.max(start - own, 0);
    const to = Math.min(end - own, node.length);
    if (from >= to) return;
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    const mark = document.createElement("mark");
    range.surroundContents(mark);
    marks.push(mark);
  });
  return marks;
}
