/** The actions of a turn, carried out: with the clipboard, and with the server. */

import { t } from "./language.js";
import { newMessageId } from "./outbox.js";
import { pageWords } from "./words.js";

/** @typedef {import("./types.js").TurnView} Turn */

/**
 * @param {object} parts
 * @param {import("./api.js").Api} parts.api
 * @param {import("./view-dialogs.js").AskDialog} parts.asking
 * @param {() => import("./conversation.js").Conversation} parts.current
 * @param {(text: string) => void} parts.send
 * @param {(text: string) => void} parts.askAll asks all documents from now on.
 * @param {(threadId: string) => void} parts.open
 * @param {(words: string) => void} parts.say
 * @param {(error: unknown) => void} parts.onTrouble
 * @returns {import("./view-actions.js").TurnActions}
 */
export function turnTools({ api, asking, current, send, askAll, open, say, onTrouble }) {
  const path = () => `v1/threads/${encodeURIComponent(current().threadId ?? "")}`;
  return {
    say,
    copy: (turn) => navigator.clipboard.writeText(withSources(turn)).catch(onTrouble),
    copyLink: (turn) => navigator.clipboard.writeText(linkTo(current().threadId ?? "", turn)).catch(onTrouble),
    again: (turn) => askAgain(api, path(), turn, current, send).catch(onTrouble),
    askAll: ({ question }) => askAll(question),
    edit: (turn) => void branch(api, path(), turn, asking, open).catch(onTrouble),
    rate: (turn, verdict) =>
      rate(api, path(), turn, verdict, current()).then(
        () => true,
        (error) => {
          onTrouble(error);
          return false;
        },
      ),
  };
}

/**
 * @param {Turn} turn
 * @returns {string} the answer with the names of its sources.
 */
export function withSources({ text, citations }) {
  const lines = citations.map(({ n, document_name, page }) => `[${n}] ${document_name}${pageWords(page)}`);
  return lines.length === 0 ? text : `${text}\n\n${lines.join("\n")}`;
}

/**
 * @param {string} threadId
 * @param {Turn} turn
 */
export function linkTo(threadId, { turnId }) {
  const place = new URLSearchParams({ thread: threadId, ...(turnId === null ? {} : { turn: turnId }) });
  return `${location.href.split("#")[0]}#${place}`;
}

/**
 * Has the server try the question again, with what came with it; what asks for nothing is simply said again.
 *
 * @param {import("./api.js").Api} api
 * @param {string} path
 * @param {Turn} turn
 * @param {() => import("./conversation.js").Conversation} current
 * @param {(text: string) => void} send
 */
async function askAgain(api, path, { turnId, question }, current, send) {
  try {
    const body = { turn_id: turnId, client_message_id: newMessageId() };
    const headers = { Accept: "text/event-stream" }; // only until the message is kept: the page follows its turn
    const response = await api.request(`${path}/retry`, { method: "POST", body, headers });
    await response.body?.cancel();
    current().look();
  } catch (error) {
    if (!(error instanceof Error && "status" in error && error.status === 422)) throw error;
    send(question);
  }
}

/**
 * Keeps what the reader thinks of an answer, in the place of what they thought before.
 *
 * @param {import("./api.js").Api} api
 * @param {string} path
 * @param {Turn} turn
 * @param {import("./types.js").Verdict} verdict
 * @param {import("./conversation.js").Conversation} conversation
 */
async function rate(api, path, { key, turnId }, { rating, note }, conversation) {
  const body = { rating, ...(note === null ? {} : { note }) };
  await api.json(`${path}/turns/${encodeURIComponent(turnId ?? "")}/feedback`, { method: "POST", body });
  conversation.change(key, (turn) => ({ ...turn, verdict: { rating, note } }));
}

/**
 * Puts a question otherwise, in a conversation of its own: the old one stays as it is.
 *
 * @param {import("./api.js").Api} api
 * @param {string} path
 * @param {Turn} turn
 * @param {import("./view-dialogs.js").AskDialog} asking
 * @param {(threadId: string) => void} open
 */
async function branch(api, path, { turnId, question, attachments }, asking, open) {
  const files = attachments.length === 0 ? "" : ` ${t("What came with it goes along: {names}.", { names: attachments.map(({ name }) => name).join(", ") })}`;
  const text = await asking.ask({
    title: t("Ask in other words"),
    text: `${t("A new conversation begins with what came before this question. This one stays as it is.")}${files}`,
    yes: t("Ask"),
    field: { label: t("Your question"), value: question, type: "lines", maxLength: 16_000 },
  });
  if (text === null || text === "") return;
  const body = { turn_id: turnId, text };
  open((await api.json(`${path}/fork`, { method: "POST", body })).thread_id);
}
