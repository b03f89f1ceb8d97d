/** The checklist of what was asked: each part with its state in a shape and in words. */

import { el, icon } from "./dom.js";
import { t } from "./language.js";
import { objectiveWords, partWords } from "./words.js";

/**
 * @param {import("./types.js").TurnView} turn
 * @param {boolean} running
 * @returns {HTMLElement | null} null where the list would only say again what the question and its answer say.
 */
export function objectiveView({ objective, objectiveStatus, question }, running) {
  if (objective === null) return null;
  const { summary, sub_objectives: parts } = objective;
  if (parts.length === 1 && (running || isPlain(parts, objectiveStatus))) return null;
  const isSaidAbove = summary === question.trim() || parts.some(({ text }) => text === summary);
  return el(
    "div",
    { class: "objective", role: "group", "aria-label": t("What was asked") },
    isSaidAbove ? null : el("p", { class: "objective-summary", dir: "auto" }, summary),
    el("ul", { class: "parts" }, ...parts.map((part) => partView(part, running, parts.length === 1 && part.text === question.trim()))),
    statusLine(parts, objectiveStatus),
  );
}

/**
 * Whether all is answered, from the documents.
 *
 * @param {import("./types.js").Part[]} parts
 * @param {string | null} status
 */
function isPlain(parts, status) {
  const isDone = parts.every((part) => part.status === "answered" && part.source !== "user_provided");
  return isDone && (status === null || status === "resolved");
}

/**
 * @param {import("./types.js").Part[]} parts
 * @param {string | null} status
 */
function statusLine(parts, status) {
  const answered = parts.filter((part) => part.status === "answered").length;
  if (status === null && parts.length === 1) return null;
  return el(
    "div",
    { class: "objective-line" },
    status === null ? null : el("p", { class: `outward outward-${status}` }, objectiveWords(status)),
    parts.length === 1
      ? null
      : el("p", { class: "objective-count" }, t("{answered} of {n} parts answered", { answered, n: parts.length })),
  );
}

/**
 * @param {import("./types.js").Part} part
 * @param {boolean} running
 * @param {boolean} isSaidAbove it is the only part, and the question right above says the same: not seen twice.
 */
function partView({ text, status, source }, running, isSaidAbove) {
  return el(
    "li",
    { class: `part part-${status}`, data: { running: running && status === "pending" } },
    icon(status),
    el(
      "span",
      { class: "part-words" },
      el("span", { class: isSaidAbove ? "part-text visually-hidden" : "part-text", dir: "auto" }, text),
      source === "user_provided" ? el("span", { class: "part-source" }, t("from you, unverified")) : null,
    ),
    el("span", { class: "part-status" }, partWords(status, running)),
  );
}
