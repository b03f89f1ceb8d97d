/** The checklist of what was asked: each part with its state in a shape and in words. */

import { el, icon } from "./dom.js";
import { t, tn } from "./language.js";
import { objectiveWords, partWords } from "./words.js";

/**
 * @param {import("./types.js").TurnView} turn
 * @param {boolean} running
 * @returns {HTMLElement | null} null where the list would only say again what the question and its answer say.
 */
export function objectiveView({ objective, objectiveStatus, question, index }, running) {
  if (objective === null) return null;
  const { summary, sub_objectives: all } = objective;
  const parts = running ? all : ofThisTurn(objective, index);
  const earlier = all.filter((part) => !parts.includes(part) && part.status !== "answered");
  const isPlain = parts.length < 2 && (running || parts.every(({ status, source }) => status === "answered" && source !== "user_provided"));
  if (isPlain && earlier.length === 0) return null;
  const isSaidAbove = parts.length < all.length || summary === question.trim() || parts.some(({ text }) => text === summary);
  return el(
    "div",
    { class: "objective", role: "group", "aria-label": t("What was asked") },
    isSaidAbove ? null : el("p", { class: "objective-summary", dir: "auto" }, summary),
    isPlain ? null : el("ul", { class: "parts" }, ...parts.map((part) => partView(part, running, parts.length === 1 && part.text === question.trim()))),
    isPlain ? null : statusLine(parts, objectiveStatus),
    earlier.length === 0 ? null : stillOpen(earlier),
  );
}

/**
 * Those that were asked in this turn, else those that were looked for again, else all: what an earlier turn asked
 * stands there, with its answer.
 *
 * @param {import("./types.js").Objective} objective
 * @param {number} index of the turn.
 */
function ofThisTurn({ asks = [], sub_objectives: all }, index) {
  const tried = all.filter((part) => (part.last_tried_turn ?? index) >= index);
  const asked = tried.filter(({ id }) => !asks.some((ask) => ask.sub_objective_id === id && ask.turn < index));
  return [asked, tried].find((some) => some.length > 0) ?? all;
}

/** @param {import("./types.js").Part[]} parts */
function stillOpen(parts) {
  return el(
    "details",
    { class: "objective-earlier" },
    el("summary", {}, tn(parts.length, "{n} earlier question is still open", "{n} earlier questions are still open")),
    el("ul", { class: "parts" }, ...parts.map((part) => partView(part, false, false))),
  );
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
