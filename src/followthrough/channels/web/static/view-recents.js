/** Past questions that are still open: where each stands, and trying it again, beside the conversation that asked it. */

import { el, icon } from "./dom.js";
import { t } from "./language.js";
import { newMessageId } from "./outbox.js";
import { objectiveWords } from "./words.js";

const READ = 100;
const OPEN = "need_info";

/** @typedef {import("./types.js").PastQuestion} PastQuestion */

/**
 * @param {import("./api.js").Api} api
 * @returns {Promise<Map<string, PastQuestion>>} each conversation's newest question, unless it is resolved.
 */
export async function openQuestions(api) {
  /** @type {{recents: PastQuestion[]}} */
  const { recents } = await api.json(`v1/recents?limit=${READ}`);
  /** @type {Map<string, PastQuestion>} */
  const newest = new Map();
  for (const past of recents) if (!newest.has(past.thread_id)) newest.set(past.thread_id, past);
  return new Map([...newest].filter(([, { objective_status: status }]) => status !== "resolved"));
}

/**
 * What is worth knowing of a question that is not resolved: how it ended, or which one is still open where the
 * conversation is not named after it. That there is one shows by the button to try it again.
 *
 * @param {PastQuestion} past
 * @param {string} title of its conversation.
 * @returns {HTMLElement | null}
 */
export function standing({ objective_status: status, question }, title) {
  const isNamed = question.startsWith(title.replace(/…$/, ""));
  if (status === OPEN && isNamed) return null;
  const words = status === OPEN ? t("Still open: “{question}”", { question }) : objectiveWords(status);
  return el("span", { class: `thread-standing outward-${status}`, dir: "auto" }, words);
}

/**
 * @param {PastQuestion} past
 * @param {import("./api.js").Api} api
 * @param {(threadId: string) => void} onRetried the conversation has a new message.
 * @param {(error: unknown) => void} onFail
 */
export function againButton(past, api, onRetried, onFail) {
  const { question, thread_id: threadId, objective_status: status } = past;
  const label = t("Try again: {question}", { question });
  const look = "button button-icon thread-button";
  const button = el("button", { type: "button", class: look, "aria-label": label, title: `${objectiveWords(status)}: ${t("Try again")}` }, icon("retry"));
  button.addEventListener("click", () => {
    button.disabled = true; // once a click
    retry(past, api)
      .then(() => onRetried(threadId))
      .catch((error) => {
        button.disabled = false;
        onFail(error);
      });
  });
  return button;
}

/**
 * Has the question tried again. The answer comes to whoever reads the conversation: this only waits until the
 * message is kept.
 *
 * @param {PastQuestion} past
 * @param {import("./api.js").Api} api
 */
async function retry({ thread_id, turn_id }, api) {
  const response = await api.request(`v1/threads/${encodeURIComponent(thread_id)}/retry`, {
    method: "POST",
    body: { turn_id, client_message_id: newMessageId() },
    headers: { Accept: "text/event-stream" },
  });
  await response.body?.cancel();
}
