/**
 * A passage's text as it is read in its document: lines as they stand, rows of a table as a table. The readers of
 * documents give a table row as one line, `cell | cell | cell`.
 */

import { el } from "./dom.js";

const CELL_BREAK = " | ";

/**
 * @typedef {object} Line
 * @property {string} text
 * @property {number} start its place in the passage.
 * @property {number} cells
 */

/**
 * @param {string} text
 * @param {{start: number, end: number} | null} mark what was quoted.
 * @returns {(string | HTMLElement)[]}
 */
export function passageNodes(text, mark) {
  return groups(lines(text)).flatMap((group) => {
    const first = group[0];
    const last = group.at(-1);
    if (first === undefined || last === undefined) return [];
    if (first.cells > 1 && group.length > 1) return [tableOf(group, mark)];
    return marked(text.slice(first.start, last.start + last.text.length), first.start, mark);
  });
}

/**
 * @param {string} text
 * @returns {Line[]}
 */
function lines(text) {
  let start = 0;
  return text.split("\n").map((line) => {
    const found = { text: line, start, cells: line.split(CELL_BREAK).length };
    start += line.length + 1;
    return found;
  });
}

/**
 * Lines with equally many cells belong to one table; lines of running text belong together.
 *
 * @param {Line[]} all
 * @returns {Line[][]}
 */
function groups(all) {
  /** @type {Line[][]} */
  const found = [];
  for (const line of all) {
    const group = found.at(-1);
    if (group?.[0]?.cells === line.cells) group.push(line);
    else found.push([line]);
  }
  return found;
}

/**
 * @param {Line[]} rows
 * @param {{start: number, end: number} | null} mark
 */
function tableOf(rows, mark) {
  return el(
    "div",
    { class: "table-scroll", tabindex: 0, role: "region", "aria-label": "Table" },
    el("table", {}, el("tbody", {}, ...rows.map((row) => el("tr", {}, ...cellsOf(row, mark))))),
  );
}

/**
 * @param {Line} row
 * @param {{start: number, end: number} | null} mark
 */
function cellsOf({ text, start }, mark) {
  let place = start;
  return text.split(CELL_BREAK).map((cell) => {
    const from = place;
    place += cell.length + CELL_BREAK.length;
    return el("td", { dir: "auto" }, ...marked(cell, from, mark));
  });
}

/**
 * @param {string} text
 * @param {number} start its place in the passage.
 * @param {{start: number, end: number} | null} mark
 * @returns {(string | HTMLElement)[]}
 */
function marked(text, start, mark) {
  if (mark === null) return [text];
  const from = Math.max(mark.start - start, 0);
  const to = Math.min(mark.end - start, text.length);
  if (from >= to) return [text];
  return [text.slice(0, from), el("mark", {}, text.slice(from, to)), text.slice(to)];
}
