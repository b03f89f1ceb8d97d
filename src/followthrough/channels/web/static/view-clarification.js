/** The question of a document that waits: its place, the answers before it, and the ways on and out. */

import { el, fill } from "./dom.js";
import { t } from "./language.js";

/**
 * @typedef {import("./types.js").Clarification} Clarification
 * @typedef {import("./types.js").LoopAnswer} LoopAnswer
 */

/** What a click sends: the words that the assistant knows for it. */
const WORDS = { skip: "skip", stop: "stop", resume: "continue" };

/**
 * @param {Clarification | null} pending
 * @param {string} reply the question stands here once more only where the reply does not ask it.
 * @param {(text: string) => void} say sends a message.
 * @returns {HTMLElement | null} null unless a document asks.
 */
export function clarificationView(pending, reply, say) {
  if (pending === null || pending.kind !== "document") return null;
  const answers = pending.answers ?? [];
  const heading = el(
    "p",
    { class: "pending-place" },
    t(pending.active ? "Question {n} of {total}" : "Paused at question {n} of {total}", { n: pending.index + 1, total: pending.total }),
  );
  return el(
    "div",
    { class: "pending", role: "group", "aria-label": t("Questions before the answer") },
    heading,
    pending.active && reply.includes(pending.question) ? null : el("p", { dir: "auto" }, pending.question),
    ...(answers.length === 0 ? [] : [answerList(pending, answers, say)]),
    el("p", { class: "pending-ways" }, ...ways(pending, say)),
  );
}

/**
 * @param {Clarification} pending
 * @param {(text: string) => void} say
 * @returns {HTMLElement[]}
 */
function ways(pending, say) {
  if (!pending.active) return [plain(t("Go on with it"), () => say(WORDS.resume))];
  return [plain(t("I don't know"), () => say(WORDS.skip)), plain(t("Leave this question"), () => say(WORDS.stop))];
}

/**
 * @param {Clarification} pending
 * @param {LoopAnswer[]} answers
 * @param {(text: string) => void} say
 * @returns {HTMLElement}
 */
function answerList(pending, answers, say) {
  const mayChange = pending.active && pending.can_change;
  return el("ol", { class: "pending-answers" }, ...answers.map((given, place) => answerItem(given, place, mayChange, say)));
}

/**
 * @param {LoopAnswer} given
 * @param {number} place of the question, from 0.
 * @param {boolean} mayChange
 * @param {(text: string) => void} say
 * @returns {HTMLElement}
 */
function answerItem(given, place, mayChange, say) {
  const item = el("li", {});
  const value = el("strong", { dir: "auto" }, given.answer ?? t("not known"));
  const change = plain(t("Change"), () => fill(item, changeForm(given, place, say)), t("Change the answer to: {question}", { question: given.question }));
  item.append(el("span", { dir: "auto" }, given.question), " ", value, ...(mayChange ? [" ", change] : []));
  return item;
}

/**
 * @param {LoopAnswer} given
 * @param {number} place
 * @param {(text: string) => void} say
 * @returns {HTMLElement}
 */
function changeForm(given, place, say) {
  const field = el("input", { class: "pending-field", type: "text", "aria-label": given.question, value: given.answer ?? "", dir: "auto" });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    const value = field.value.trim();
    if (value !== "") say(`Correction to question ${place + 1}: ${value}`);
  };
  queueMicrotask(() => field.focus());
  return el(
    "form",
    { class: "pending-change", on: { submit: send } },
    el("span", { dir: "auto" }, given.question),
    field,
    el("button", { type: "submit", class: "button" }, t("Save")),
  );
}

/**
 * @param {string} words
 * @param {() => void} click
 * @param {string} [label] for who can't see what it stands beside.
 * @returns {HTMLElement}
 */
function plain(words, click, label) {
  return el("button", { type: "button", class: "button button-plain", "aria-label": label, on: { click } }, words);
}
