/** What the pages of operators and owners have in common: bars with their numbers beside them, and a choice of period. */

import { el } from "./dom.js";
import { t } from "./ops-words.js";

const SPACE = "http://www.w3.org/2000/svg";

/**
 * @typedef {object} Bar
 * @property {string} name
 * @property {number} value from 0 to 1.
 * @property {string} words the number, as it is read.
 * @property {{low: number, high: number}} [interval]
 */

/**
 * A table whose rows have a bar each. The bar is decoration: name and number say the same.
 *
 * @param {string} caption
 * @param {Bar[]} rows
 */
export function bars(caption, rows) {
  const row = (/** @type {Bar} */ bar) =>
    el("tr", {}, el("th", { scope: "row" }, el("span", { class: "bar-name", title: bar.name }, bar.name)), el("td", { class: "bar" }, drawn(bar)), el("td", {}, bar.words));
  return el("table", { class: "bars" }, el("caption", {}, caption), el("tbody", {}, ...rows.map(row)));
}

/**
 * @param {string} caption
 * @param {Record<string, number>} counts by name; the longest bar is the largest of them.
 */
export function countBars(caption, counts) {
  const largest = Math.max(1, ...Object.values(counts));
  const rows = Object.entries(counts).map(([name, count]) => ({ name, value: count / largest, words: String(count) }));
  return bars(caption, rows);
}

/** @param {Bar} bar */
function drawn({ value, interval }) {
  const svg = shape("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
  svg.append(shape("rect", { class: "bar-value", width: 100 * value, height: 10 }));
  if (interval !== undefined) {
    const width = Math.max(0.5, 100 * (interval.high - interval.low));
    svg.append(shape("rect", { class: "bar-interval", x: 100 * interval.low, y: 4, width, height: 2 }));
  }
  return svg;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
function shape(tag, attributes) {
  const element = document.createElementNS(SPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/**
 * @param {string} label
 * @param {string[][]} options value and words.
 * @param {string} value
 * @param {(value: string) => void} onChange
 */
export function choice(label, options, value, onChange) {
  const change = (/** @type {Event} */ { currentTarget }) => onChange(/** @type {HTMLSelectElement} */ (currentTarget).value);
  const option = ([one, words]) => el("option", { value: one, selected: one === value }, words);
  return el("label", { class: "choice" }, el("span", {}, label), el("select", { class: "field", on: { change } }, ...options.map(option)));
}

const PERIODS = [
  ["24h", t("The last day")],
  ["7d", t("The last week")],
  ["30d", t("The last 30 days")],
  ["90d", t("The last 90 days")],
];

/** @param {import("./operations.js").Visit} visit whose detail is the period. */
export const periodOf = ({ detail }) => (PERIODS.some(([value]) => value === detail) ? detail : "30d");

/** @param {import("./operations.js").Visit} visit */
export const periodChoice = (visit) => choice(t("Period"), PERIODS, periodOf(visit), visit.go);

/**
 * @param {string} label
 * @param {import("./dom.js").Properties} [properties]
 */
export function field(label, properties = {}) {
  const input = el("input", { class: "field", autocomplete: "off", ...properties });
  return { input, label: el("label", { class: "choice" }, el("span", {}, label), input) };
}
