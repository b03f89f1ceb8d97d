/** What was asked and not answered, by what is missing: what to write next. */

import { el, fill } from "./dom.js";
import { countBars, periodChoice, periodOf } from "./ops-parts.js";
import { missingWords, t, tn } from "./ops-words.js";

/** @typedef {{text: string, questions: number, reasons: Record<string, number>}} Topic most frequent reason first. */
/** @typedef {{missing: string, questions: number, topics: Topic[]}} Group */

/** @param {import("./operations.js").Visit} visit */
export async function showUnanswered(visit) {
  const { api, place, signal } = visit;
  const { unsolved } = await api.json(`v1/report?window=${periodOf(visit)}`, { signal });
  const groups = grouped(unsolved);
  const save = el("button", { type: "button", class: "button", on: { click: () => download(groups) } }, t("Download as Markdown"));
  fill(
    place,
    el("div", { class: "view-choices" }, periodChoice(visit), groups.length > 0 && save),
    ...(groups.length === 0 ? [el("p", {}, t("Nothing is unanswered in this period."))] : groups.map(section)),
  );
}

/**
 * @param {Topic[]} topics most asked first.
 * @returns {Group[]} those of most questions first.
 */
function grouped(topics) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const topic of topics) {
    const [reason] = Object.keys(topic.reasons);
    const missing = reason === undefined ? t("Left open") : missingWords(reason);
    const group = groups.get(missing) ?? { missing, questions: 0, topics: [] };
    group.questions += topic.questions;
    group.topics.push(topic);
    groups.set(missing, group);
  }
  return [...groups.values()].sort((one, other) => other.questions - one.questions);
}

/** @param {Group} group */
function section({ missing, questions, topics }) {
  const counts = Object.fromEntries(topics.map(({ text, questions: count }) => [text, count]));
  return el(
    "section",
    { class: "view-part" },
    el("h2", {}, missing),
    el("p", { class: "view-lead" }, asked(questions)),
    countBars(t("As it was asked last, with how often"), counts),
  );
}

/** @param {number} count */
const asked = (count) => tn(count, "Asked in {n} question", "Asked in {n} questions");

/** @param {Group[]} groups */
function download(groups) {
  const lines = groups.flatMap(({ missing, questions, topics }) => [
    `## ${missing} (${questions})`,
    "",
    ...topics.map((topic) => `- [ ] ${plain(topic.text)} (${asked(topic.questions)})`),
    "",
  ]);
  const text = [`# ${t("Unanswered questions")}`, "", ...lines].join("\n");
  const href = URL.createObjectURL(new Blob([text], { type: "text/markdown" }));
  el("a", { href, download: "unanswered.md" }).click();
  setTimeout(() => URL.revokeObjectURL(href));
}

/** @param {string} text of a user: in a line of Markdown it is text and nothing else. */
const plain = (text) => text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>#|~!]/g, "\\$&");
