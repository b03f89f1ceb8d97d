/** The checklist of what was asked: each part with its state in a shape and in words. */

import { el, icon } from "./dom.js";
import { counted, objectiveWords, partWords } from "./words.js";

/**
 * @param {import("./types.js").TurnView} turn
 * @param {boolean} running
 * @returns {HTMLElement | null} null where nothing is being pursued.
 */
export function objectiveView({ objective, objectiveStatus }, running) {
  if (objective === null) return null;
  const parts = objective.sub_objectives;
  const answered = parts.filter(({ status }) => status === "answered").length;
  const isSingle = parts.length === 1;
  return el(
    "section",
    { class: "objective", "aria-label": "What was asked" },
    el(
      "div",
      { class: "objective-head" },
      isSingle
        ? null
        : el("p", { class: "objective-summary", dir: "auto" }, objective.summary),
      isSingle ? null : el("p", { class: "objective-count" }, `${answered} of ${counted(parts.length, "part")} answered`),
      objectiveStatus === null
        ? null
        : el("p", { class: `outward outward-${objectiveStatus}` }, objectiveWords(objectiveStatus)),
    ),
    el("ul", { class: "parts" }, ...parts.map((part) => partView(part, running))),
  );
}

/**
 * @param {import("./types.js").Part} part
 * @param {boolean} running
 */
function partView({ text, status }, running) {
  return el(
    "li",
    { class: `part part-${status}`, data: { running: running && status === "pending" } },
    icon(status),
    el("span", { class: "part-text", dir: "auto" }, text),
    el("span", { class: "part-status" }, partWords(status, running)),
  );
}
