/** What was asked, and what came with it. A long message is folded, so that the answer is seen without a search for it. */

import { el, icon } from "./dom.js";
import { t, tn } from "./language.js";
import { refusalWords } from "./words.js";

const LONG_CHARS = 700;
const LONG_LINES = 10;

/**
 * @param {import("./types.js").TurnView} turn
 * @returns {HTMLElement[]} nothing where a person speaks: that stands below, and what they note is for the assistant.
 */
export function questionView({ question, attachments, given, origin, only }) {
  if (origin !== "user") return [];
  return [
    el("h2", { class: "visually-hidden" }, t("You asked")),
    ...(question === "" ? [] : askedText(question)),
    ...attachments.map(({ name }) => el("p", { class: "question-file", dir: "auto" }, icon("document"), name)),
    ...(only.length === 0 ? [] : [el("p", { class: "question-file" }, icon("library"), tn(only.length, "Only {n} document was asked", "Only {n} documents were asked"))]),
    ...given.filter(({ kind }) => kind === "link" || kind === "text").map(givenView),
  ];
}

/** @param {string} question */
function askedText(question) {
  const text = el("p", { class: "question-text", dir: "auto" }, question);
  if (question.length <= LONG_CHARS && question.split("\n").length <= LONG_LINES) return [text];
  const button = el("button", { type: "button", class: "button button-plain question-fold" });
  const fold = (/** @type {boolean} */ isFolded) => {
    text.classList.toggle("question-folded", isFolded);
    button.setAttribute("aria-expanded", String(!isFolded));
    button.textContent = isFolded ? t("Show the whole question") : t("Show less of the question");
  };
  button.addEventListener("click", () => fold(!text.classList.contains("question-folded")));
  fold(true);
  return [text, button];
}

/** @param {import("./types.js").Given} given a page or pasted text, and whether it was read. */
function givenView({ text, name, refused }) {
  return el(
    "p",
    { class: refused === null ? "question-file" : "question-file question-refused", dir: "auto" },
    icon(refused === null ? "document" : "failed"),
    refused === null ? t("Read: {name}", { name: name || text }) : t("Not read: {name} ({why})", { name: text, why: refusalWords(refused) }),
  );
}
