/** What screen readers are told of a turn: its end, or that it came in by itself. */

/** @typedef {import("./types.js").TurnView} TurnView */

const SPOKEN_CHARS = 1500;

/**
 * @param {TurnView} turn
 * @param {string} text the answer as it reads on the page.
 */
export function endWords(turn, text) {
  if (turn.phase === "unsent") return `Not answered yet. ${turn.trouble}`;
  if (turn.phase === "stopped") return "The answer was stopped.";
  return `Answer: ${text.slice(0, SPOKEN_CHARS)}`;
}

/**
 * @param {TurnView} turn
 * @param {string} text
 */
export function arrivedWords(turn, text) {
  const words = text.slice(0, SPOKEN_CHARS);
  if (turn.origin === "person") return `A person wrote: ${words}`;
  if (turn.origin === "note") return "The conversation is the assistant's again.";
  return turn.origin === "system" ? words : `Asked elsewhere: ${turn.question} Answer: ${words}`;
}
