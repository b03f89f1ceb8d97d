/**
 * Reply text to elements. A reply quotes documents and may come from a model, so it is data: HTML in it is shown
 * as it is written, nothing is loaded from anywhere, and links go to http(s) only.
 */

import { t } from "./language.js";
import DOMPurify from "./vendor/dompurify.js";
import { Marked } from "./vendor/marked.js";

/** @typedef {import("./types.js").Citation} Citation */

const CITED = /\[(\d{1,3})\]/g;
/** A number in brackets that a document has itself: it stays text. The word joiner, which nobody sees, says so. */
const QUOTED = /\\\[(\d{1,3})\\\]/g;
const QUOTED_AS = "\\[\u2060$1\\]";

const TAGS = [
  ..."p br strong em del code pre blockquote hr ul ol li a".split(" "),
  ..."table thead tbody tr th td h1 h2 h3 h4 h5 h6".split(" "),
];

const parser = new Marked({
  gfm: true,
  renderer: {
    html: ({ text }) => escape(text),
    image: ({ text, href }) => escape(text || href),
  },
  tokenizer: {
    // `[1]: address` in a quoted document must not turn a citation into a link, nor must `[1](address)`.
    def: () => undefined,
    link: (source) => (/^\[\d{1,3}\]/.test(source) ? undefined : false),
  },
});

/**
 * @param {string} text
 * @returns {string}
 */
function escape(text) {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * The one place where HTML becomes elements.
 *
 * @param {string} html
 * @param {string[]} tags the elements that are kept; of others, what they say.
 * @param {string[]} attributes the attributes that are kept.
 * @returns {DocumentFragment}
 */
export function elementsOf(html, tags, attributes) {
  return DOMPurify.sanitize(html, {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: attributes,
    ALLOWED_URI_REGEXP: /^https?:\/\//i,
    ADD_URI_SAFE_ATTR: attributes.filter((name) => name !== "href"),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}

/**
 * @param {string} text markdown.
 * @param {Citation[]} citations
 * @param {(citation: Citation) => HTMLElement} chip what stands for `[n]`; a number that no citation has stays text.
 * @returns {DocumentFragment}
 */
export function renderReply(text, citations, chip) {
  const html = parser.parse(text.replace(QUOTED, QUOTED_AS), { async: false });
  const fragment = elementsOf(html, TAGS, ["href", "start", "align"]);
  settleLinks(fragment);
  lowerHeadings(fragment);
  rowsToTables(fragment);
  makeReadable(fragment);
  placeChips(fragment, new Map(citations.map((citation) => [citation.n, citation])), chip);
  return fragment;
}

/** @param {DocumentFragment} fragment */
function settleLinks(fragment) {
  for (const link of fragment.querySelectorAll("a")) {
    if (!link.hasAttribute("href")) {
      link.replaceWith(...link.childNodes);
      continue;
    }
    link.target = "_blank";
    link.rel = "noopener noreferrer nofollow";
  }
}

const CELL_BREAKS = [" | ", /; (?=(?:(?![:;] ).){1,200}: )/];
const NAMED = /^ *((?:(?![:;] ).){1,200}): /;

/** @param {string} cell */
const nameOf = (cell) => NAMED.exec(cell)?.[1] ?? "";

/**
 * Rows of a document's table come as lines with `|` between their cells, or as `name: cell; name: cell`, without the
 * cells that are empty; a list of nothing but such lines, most with as many cells or all with names of the longest one
 * in its order, is the table again; the first column may have no name. One line alone has its names beside its cells.
 *
 * @param {DocumentFragment} fragment
 */
function rowsToTables(fragment) {
  for (const list of fragment.querySelectorAll("ul")) {
    const items = [...list.children];
    if (list.querySelector("ul, ol, code") !== null) continue;
    for (const cellBreak of CELL_BREAKS) {
      const rows = items.map((item) => (item.textContent ?? "").split(cellBreak));
      const width = Math.max(...rows.map((row) => row.length));
      const names = cellBreak === CELL_BREAKS[0] ? [] : (rows.find((row) => row.length === width) ?? []).map(nameOf);
      const areRows =
        names.length === 0
          ? rows.length > 1 &&
            rows.every((row) => row.length > 1) &&
            rows.filter((row) => row.length === width).length * 2 > rows.length
          : rows.every((row) => areAmong(row.map(nameOf), names));
      const isFirstUnnamed = names[0] === "" && width > 2;
      if (width < 2 || names.indexOf("", Number(isFirstUnnamed)) >= 0 || !areRows) continue;
      const table = document.createElement("table");
      const head = names.length === 0 ? null : table.createTHead().insertRow();
      for (const name of names) {
        const top = name === "" ? {} : { scope: "col", textContent: name };
        head?.append(Object.assign(document.createElement(name === "" ? "td" : "th"), top));
      }
      table.createTBody().append(...items.map((item) => tableRow(item, cellBreak, names)));
      if (items.length === 1 && head !== null) setUpright(table);
      list.replaceWith(table);
      break;
    }
  }
}

/** @param {HTMLTableElement} table of one row, whose names go before its cells. */
function setUpright(table) {
  const [names = [], cells = []] = [...table.rows].map((row) => [...row.cells]);
  const lines = names.map((name, n) => {
    const line = document.createElement("tr");
    line.append(Object.assign(name, { scope: "row" }), cells[n] ?? "");
    return line;
  });
  table.tHead?.remove();
  table.tBodies[0]?.replaceChildren(...lines);
}

/**
 * @param {string[]} some
 * @param {string[]} names
 * @returns {boolean} whether all of them stand there, in the same order.
 */
function areAmong(some, names) {
  const places = some.map((name) => names.indexOf(name));
  return places.every((place, n) => place >= 0 && (n === 0 || place > (places[n - 1] ?? 0)));
}

/**
 * @param {Element} item
 * @param {string | RegExp} cellBreak
 * @param {string[]} names of the columns, where its cells begin with them.
 */
function tableRow(item, cellBreak, names) {
  const row = document.createElement("tr");
  let cell = row.insertCell();
  for (const node of [...item.childNodes]) {
    if (node.nodeType !== Node.TEXT_NODE) {
      cell.append(node);
      continue;
    }
    (node.textContent ?? "").split(cellBreak).forEach((text, place) => {
      if (place > 0) cell = row.insertCell();
      cell.append(text);
    });
  }
  names.forEach((name, place) => {
    const there = row.cells[place];
    if (there === undefined || nameOf(there.textContent ?? "") !== name) row.insertCell(place);
    else if (there.firstChild instanceof Text) there.firstChild.data = there.firstChild.data.replace(NAMED, "");
  });
  return row;
}

/**
 * The page's own headings end at level 2; those of a reply stand below them, in the reply's order of size and
 * without leaving a level out.
 *
 * @param {DocumentFragment} fragment
 */
function lowerHeadings(fragment) {
  const headings = [...fragment.querySelectorAll("h1, h2, h3, h4, h5, h6")];
  const sizes = [...new Set(headings.map(({ tagName }) => tagName))].sort();
  for (const heading of headings) {
    const lower = document.createElement(`h${Math.min(3 + sizes.indexOf(heading.tagName), 6)}`);
    lower.append(...heading.childNodes);
    heading.replaceWith(lower);
  }
}

/**
 * Right-to-left text reads its own way; what is wider than the column scrolls by itself and by keyboard.
 *
 * @param {DocumentFragment} fragment
 */
function makeReadable(fragment) {
  for (const block of fragment.querySelectorAll("p, li, h3, h4, h5, h6, blockquote, th, td")) {
    block.setAttribute("dir", "auto");
  }
  for (const line of fragment.querySelectorAll("p")) {
    const isLead = line.childNodes.length === 1 && line.firstElementChild?.localName === "strong";
    if (isLead) toHeading(line); // a bold line leads in what follows it
  }
  for (const table of fragment.querySelectorAll("table")) {
    const scroller = document.createElement("div");
    scroller.className = "table-scroll";
    scroller.tabIndex = 0;
    scroller.setAttribute("role", "group"); // an answer may have many: the landmarks of the page stay few
    scroller.setAttribute("aria-label", t("Table"));
    table.replaceWith(scroller);
    scroller.append(table);
  }
  for (const code of fragment.querySelectorAll("pre")) code.tabIndex = 0;
}

/**
 * A part of the answer begins: whoever hears the page goes from heading to heading.
 *
 * @param {HTMLElement} line
 */
function toHeading(line) {
  const heading = document.createElement("h3");
  heading.className = "part-heading";
  heading.dir = "auto";
  heading.append(...(line.firstElementChild?.childNodes ?? []));
  line.replaceWith(heading);
}

/**
 * @param {DocumentFragment} fragment
 * @param {Map<number, Citation>} citations
 * @param {(citation: Citation) => HTMLElement} chip
 */
function placeChips(fragment, citations, chip) {
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest("code, pre, a") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  /** @type {Text[]} */
  const texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const node of texts) replaceNumbers(node, citations, chip);
}

/**
 * @param {Text} node
 * @param {Map<number, Citation>} citations
 * @param {(citation: Citation) => HTMLElement} chip
 */
function replaceNumbers(node, citations, chip) {
  /** @type {(string | HTMLElement)[]} */
  const pieces = [];
  let done = 0;
  for (const found of node.data.matchAll(CITED)) {
    const citation = citations.get(Number(found[1]));
    if (citation === undefined) continue;
    pieces.push(...withLastWord(node.data.slice(done, found.index), chip(citation)));
    done = found.index + found[0].length;
  }
  if (pieces.length > 0) node.replaceWith(...pieces, node.data.slice(done));
}

/**
 * A number never stands on a line of its own, away from the word that it belongs to.
 *
 * @param {string} before
 * @param {HTMLElement} chip
 * @returns {(string | HTMLElement)[]}
 */
function withLastWord(before, chip) {
  const word = /\S{1,24}\s?$/.exec(before)?.[0] ?? "";
  const together = document.createElement("span");
  together.className = "with-chip";
  together.append(word, chip);
  return [before.slice(0, before.length - word.length), together];
}
