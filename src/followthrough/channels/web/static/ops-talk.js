/** One conversation that is with people: what it is about, what was said, and what can be done. */

import { el, fill, icon } from "./dom.js";
import { renderReply } from "./markdown.js";
import { t, when } from "./ops-words.js";
import { keepDraft, newMessageId, readDraft } from "./outbox.js";
import { readBefore, readThread } from "./thread-reader.js";

/** @typedef {import("./types.js").TurnView} Turn */
/** @typedef {import("./ops-inbox.js").Handoff} Handoff */

/**
 * @param {import("./operations.js").Visit} visit
 * @returns {{element: HTMLElement, show: (handoff: Handoff | null) => Promise<void>}} shows it as it stands by now.
 */
export function talkView({ api, attempt, say, go, signal }) {
  const state = el("p", { class: "view-lead", role: "status" });
  const about = el("div");
  const earlier = el("button", { type: "button", class: "button button-plain", hidden: true }, t("Show earlier messages"));
  const told = el("div", { class: "told" });
  const text = el("textarea", { id: "words", class: "field", rows: 3, dir: "auto", maxlength: 16_000, required: true });
  const note = el("textarea", { id: "note", class: "field", rows: 2, dir: "auto", maxlength: 16_000 });
  const take = el("button", { type: "button", class: "button" }, t("Take it"));
  const answer = el(
    "form",
    { class: "view-part words-form" },
    el("label", { for: "words" }, t("Your answer to the user")),
    text,
    el("div", { class: "row-actions" }, el("button", { type: "submit", class: "button button-primary" }, t("Send")), take),
  );
  const back = el(
    "form",
    { class: "words-form" },
    el("label", { for: "note" }, t("What happened, for the assistant (may be left out)")),
    note,
    el("button", { type: "submit", class: "button" }, t("Give it back to the assistant")),
  );
  const actions = el("div", {}, answer, el("details", { class: "view-part" }, el("summary", {}, t("Give it back")), back));
  const element = el("div", {}, el("a", { class: "way-back", href: "#handoffs" }, icon("back"), t("All hand-offs")), state, about, earlier, told, actions);

  /** @type {Handoff | null} */
  let shown = null;
  /** @type {Turn[]} */
  let before = [];
  /** @type {{earlier: number, ended: Turn[], pending: Turn[]}} */
  let read = { earlier: 0, ended: [], pending: [] };
  let messageId = newMessageId();
  const path = () => `v1/threads/${encodeURIComponent(shown?.thread_id ?? "")}`;

  const draw = () => {
    const turns = [...before, ...read.ended, ...read.pending];
    earlier.hidden = read.earlier - before.length <= 0;
    fill(told, ...turns.flatMap(spoken));
  };
  const refresh = async () => {
    if (shown === null) return;
    const newest = await readThread(api, shown.thread_id, signal);
    if (newest.earlier !== read.earlier) before = []; // the newest have moved on: what stands before them has too
    read = newest;
    draw();
  };
  earlier.addEventListener("click", () =>
    void attempt(async () => {
      const more = await readBefore(api, shown?.thread_id ?? "", read.earlier - before.length, signal);
      before = [...more.ended, ...before];
      draw();
    }),
  );
  text.addEventListener("input", () => keepDraft(shown?.id ?? "", text.value));
  take.addEventListener("click", () =>
    void attempt(async () => {
      await api.request(`${path()}/handoff`, { method: "POST", body: { owner: "human" } });
      say(t("The conversation is yours."));
      take.hidden = true;
      text.focus();
    }),
  );
  answer.addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(async () => {
      const body = { text: text.value, client_message_id: messageId };
      await api.request(`v1/handoffs/${encodeURIComponent(shown?.id ?? "")}/messages`, { method: "POST", body });
      messageId = newMessageId(); // only what was kept is over: the same words again are the same message until then
      text.value = "";
      keepDraft(shown?.id ?? "", "");
      say(t("Your answer was sent."));
      await refresh();
    });
  });
  back.addEventListener("submit", (event) => {
    event.preventDefault();
    void attempt(async () => {
      const body = { owner: "assistant", ...(note.value.trim() === "" ? {} : { note: note.value }) };
      await api.request(`${path()}/handoff`, { method: "POST", body });
      say(t("The conversation is the assistant's again."));
      go("");
    });
  });

  return {
    element,
    async show(handoff) {
      if (handoff === null) {
        state.textContent = t("This conversation is with nobody any more: it was given back, or nobody came in time.");
        actions.hidden = true;
        return;
      }
      if (shown === null) {
        fill(about, summary(handoff));
        text.value = readDraft(handoff.id);
      }
      shown = handoff;
      const isWaiting = handoff.state === "waiting";
      state.textContent = isWaiting ? t("Waits for a person until {at}", { at: when(handoff.due_at) }) : t("A person has it");
      take.hidden = !isWaiting;
      await refresh();
    },
  };
}

/** @param {Handoff} handoff */
function summary({ summary: { objective, words, answered, missing, questions, sources } }) {
  /** @type {[string, string[]][]} */
  const lists = [
    [t("Answered"), answered.map((/** @type {any} */ one) => `${one.text}: ${one.answer}`)],
    [t("Missing"), missing.map((/** @type {any} */ one) => (one.found ? `${one.text} (${one.found})` : one.text))],
    [t("A document asked"), questions.map((/** @type {any} */ one) => `${one.question} ${one.answer ?? t("(no answer)")}`)],
    [t("Sources"), sources.map((/** @type {any} */ one) => `${one.document_name}${one.page === null ? "" : t(", page {page}", { page: one.page })}`)],
  ];
  return el(
    "section",
    { class: "view-part talk-summary" },
    el("h2", { dir: "auto" }, objective ?? t("Nothing was asked yet")),
    words && el("p", { dir: "auto" }, words),
    ...lists.filter(([, lines]) => lines.length > 0).flatMap(([name, lines]) => [
      el("h3", { class: "small-title" }, name),
      el("ul", {}, ...lines.map((line) => el("li", { dir: "auto" }, line))),
    ]),
  );
}

/** @param {Turn} turn */
function spoken({ origin, question, text, citations, attachments }) {
  const by = { user: t("Assistant"), person: t("Person"), system: t("Notice"), note: t("Note for the assistant") }[origin];
  const reply = origin === "note" ? question : text;
  const files = attachments.map(({ name }) => el("p", { class: "question-file", dir: "auto" }, icon("document"), name));
  const chip = (/** @type {import("./types.js").Citation} */ { n, document_name }) => el("span", { class: "cited", title: document_name }, `[${n}]`);
  const isAsked = origin === "user" && (question !== "" || files.length > 0);
  return [
    isAsked && el("section", { class: "said said-user" }, el("h3", { class: "small-title" }, t("User")), el("p", { class: "said-text", dir: "auto" }, question), ...files),
    reply !== "" && el("section", { class: "said" }, el("h3", { class: "small-title" }, by), el("div", { class: "reply-text" }, renderReply(reply, citations, chip))),
  ];
}
