/** What screen readers are told of a turn: its end, or that it came in by itself. */

import { t } from "./language.js";

/** @typedef {import("./types.js").TurnView} TurnView */

const SPOKEN_CHARS = 1500;

/**
 * @param {TurnView} turn
 * @param {string} text the answer as it reads on the page.
 */
export function endWords(turn, text) {
  if (turn.phase === "unsent") return `${t("Not answered yet. ")}${turn.trouble}`;
  if (turn.phase === "stopped") return t("The answer was stopped.");
  return t("Answer: {words}", { words: text.slice(0, SPOKEN_CHARS) });
}

/**
 * @param {TurnView} turn
 * @param {string} text
 */
export function arrivedWords(turn, text) {
  const words = text.slice(0, SPOKEN_CHARS);
  if (turn.origin === "person") return t("A person wrote: {words}", { words });
  if (turn.origin === "note") return t("The conversation is the assistant's again.");
  return turn.origin === "system" ? words : t("Asked elsewhere: {question} Answer: {words}", { question: turn.question, words });
}
