/** Going from answer to answer by keyboard: the answer gets the focus, so that a screen reader reads on from there. */

import { byId } from "./dom.js";

/**
 * @param {HTMLElement} list of the turns.
 * @param {-1 | 1} step
 */
export function stepAnswer(list, step) {
  const answers = answersIn(list);
  const here = answers.findIndex((answer) => answer.contains(document.activeElement));
  const from = here < 0 ? nearest(answers, step) : here + step;
  goTo(answers[Math.max(0, Math.min(from, answers.length - 1))]);
}

/** @param {HTMLElement} list */
export function newestAnswer(list) {
  goTo(answersIn(list).at(-1));
}

/**
 * @param {HTMLElement} list
 * @returns {HTMLElement[]}
 */
const answersIn = (list) => [...list.querySelectorAll(".answer")].filter((one) => one instanceof HTMLElement);

/**
 * @param {HTMLElement[]} answers
 * @param {-1 | 1} step
 * @returns {number} the first answer below the top of the window, else the one above it.
 */
function nearest(answers, step) {
  const below = answers.findIndex((answer) => answer.getBoundingClientRect().bottom > 80);
  if (below < 0) return answers.length - 1;
  return step > 0 ? below : below - 1;
}

/** @param {HTMLElement | undefined} answer */
function goTo(answer) {
  if (answer === undefined) return;
  answer.tabIndex = -1;
  answer.focus({ preventScroll: true });
  answer.closest(".turn")?.scrollIntoView({ block: "start" });
}

/**
 * A link that leads on within the page. The address stays: it names the conversation.
 *
 * @param {string} id the link's.
 * @param {() => void} go
 */
export function onSkip(id, go) {
  byId(id).addEventListener("click", (event) => {
    event.preventDefault();
    go();
  });
}
