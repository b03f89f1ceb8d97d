/** What can be done with one turn: copy its answer, ask it again, put it otherwise, a link to it, a verdict on it. */

import { el, fill, icon } from "./dom.js";
import { t } from "./language.js";

/**
 * @typedef {import("./types.js").TurnView} Turn
 *
 * @typedef {object} TurnActions
 * @property {(turn: Turn) => Promise<void>} copy
 * @property {(turn: Turn) => Promise<void>} copyLink
 * @property {(turn: Turn) => Promise<void>} again
 * @property {(turn: Turn) => void} askAll
 * @property {(turn: Turn) => void} edit
 * @property {(turn: Turn, verdict: import("./types.js").Verdict) => Promise<boolean>} rate whether it was kept.
 * @property {(words: string) => void} say to screen readers.
 */

const DONE_MS = 2000;

/**
 * @param {Turn} turn that has ended.
 * @param {TurnActions} actions
 * @returns {HTMLElement | null} null where a person or the server wrote by themselves.
 */
export function turnActions(turn, actions) {
  const isOwn = turn.origin === "user" && turn.turnId !== null;
  const canCopy = turn.text !== "";
  if (!isOwn && !canCopy) return null;
  return el(
    "div",
    { class: "turn-actions", role: "group", "aria-label": t("Actions of this answer") },
    canCopy ? action("copy", t("Copy"), t("Copied"), () => actions.copy(turn), actions.say) : null,
    isOwn ? action("retry", t("Ask again"), null, () => actions.again(turn), actions.say) : null,
    isOwn && turn.only.length > 0 && turn.objectiveStatus !== "resolved" && turn.question !== ""
      ? action("search", t("Ask all documents"), null, async () => actions.askAll(turn), actions.say)
      : null,
    isOwn && turn.question !== "" ? action("edit", t("Edit"), null, async () => actions.edit(turn), actions.say) : null,
    isOwn ? action("link", t("Copy link"), t("Link copied"), () => actions.copyLink(turn), actions.say) : null,
    isOwn && canCopy ? verdictOn(turn, actions) : null,
  );
}

/**
 * Two buttons of which one is down, and room for a note once one is: the last verdict counts.
 *
 * @param {Turn} turn
 * @param {TurnActions} actions
 */
function verdictOn(turn, actions) {
  let { rating, note } = turn.verdict ?? { rating: null, note: null };
  const place = el("span", { class: "verdict-note" });
  const said = el("span", { class: "verdict-said", role: "status" });
  const show = () => {
    for (const button of [up, down]) button.setAttribute("aria-pressed", String(button.dataset.rating === rating));
  };
  const give = async (/** @type {"up" | "down"} */ given, /** @type {string | null} */ words) => {
    if (!(await actions.rate(turn, { rating: given, note: words }))) return;
    [rating, note] = [given, words];
    show();
    fill(place, words === null ? noteForm(note, (text) => void give(given, text)) : null);
    said.textContent = words === null ? t("Thank you.") : t("Thank you. Your note is kept.");
  };
  const up = thumb("up", t("Good answer"), () => void give("up", null));
  const down = thumb("down", t("Bad answer"), () => void give("down", null));
  show();
  const question = t("What do you think of this answer?");
  return el("span", { class: "verdict", role: "group", "aria-label": question }, up, down, said, place);
}

/**
 * @param {"up" | "down"} rating
 * @param {string} words
 * @param {() => void} click
 */
function thumb(rating, words, click) {
  const look = "button button-plain button-small";
  const properties = { type: "button", class: look, "aria-label": words, title: words, data: { rating }, on: { click } };
  return el("button", properties, icon(rating));
}

/**
 * @param {string | null} note
 * @param {(text: string) => void} send
 */
function noteForm(note, send) {
  const field = el("input", {
    class: "pending-field",
    type: "text",
    maxlength: 4000,
    dir: "auto",
    value: note ?? "",
    "aria-label": t("Note"),
    placeholder: t("What was good or bad?"),
  });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (field.value.trim() !== "") send(field.value.trim());
  };
  const add = el("button", { type: "submit", class: "button button-small" }, t("Add note"));
  return el("form", { class: "pending-change", on: { submit } }, field, add);
}

/**
 * @param {"copy" | "retry" | "search" | "edit" | "link"} sign
 * @param {string} words
 * @param {string | null} done what it says for a moment afterwards.
 * @param {() => Promise<void>} run
 * @param {(words: string) => void} say
 */
function action(sign, words, done, run, say) {
  const label = el("span", {}, words);
  const click = async () => {
    await run();
    if (done === null) return;
    say(done);
    label.textContent = done;
    setTimeout(() => (label.textContent = words), DONE_MS);
  };
  return el(
    "button",
    { type: "button", class: "button button-plain button-small", on: { click: () => void click() } },
    icon(sign),
    label,
  );
}
