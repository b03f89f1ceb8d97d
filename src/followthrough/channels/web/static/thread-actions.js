/** What can be done with a conversation as a whole: rename, see what is to do, download, delete. */

import { byId, byIdAs } from "./dom.js";
import { t } from "./language.js";
import { renameInPlace } from "./rename-in-place.js";
import { showTodo } from "./view-todo.js";

const ENDINGS = { json: "json", markdown: "md", html: "html" };

/**
 * @typedef {object} Surroundings
 * @property {import("./api.js").Api} api
 * @property {import("./view-dialogs.js").AskDialog} asking
 * @property {() => import("./conversation.js").Conversation} current
 * @property {() => void} onChanged
 * @property {() => void} onDeleted
 * @property {(error: unknown) => void} onTrouble
 */

/** @param {Surroundings} surroundings */
export function offerThreadActions(surroundings) {
  const menu = byId("thread-menu");
  /** @type {[string, (surroundings: Surroundings, path: string) => Promise<void>][]} */
  const actions = [
    ["rename-thread", rename],
    ["todo-thread", todo],
    ["export-page", (around, path) => download(around, path, "html")],
    ["export-markdown", (around, path) => download(around, path, "markdown")],
    ["export-thread", (around, path) => download(around, path, "json")],
    ["delete-thread", remove],
  ];
  for (const [id, action] of actions) {
    byId(id).addEventListener("click", () => {
      menu.hidePopover();
      const { threadId } = surroundings.current();
      if (threadId === null) return;
      action(surroundings, `v1/threads/${encodeURIComponent(threadId)}`).catch(surroundings.onTrouble);
    });
  }
}

/**
 * @param {Surroundings} surroundings
 * @param {string} path
 */
async function rename({ api, current, onChanged }, path) {
  const title = await renameInPlace(byId("thread-title"), current().name ?? "");
  if (title === null) return;
  current().title = title;
  await api.json(path, { method: "PATCH", body: { title } });
  onChanged();
}

/**
 * @param {Surroundings} surroundings
 * @param {string} path
 */
async function todo({ api, onTrouble }, path) {
  const { actions } = await api.json(`${path}?objectives=false`);
  showTodo(byIdAs("todo", HTMLDialogElement), actions, ({ id }, done) =>
    api.json(`${path}/actions/${encodeURIComponent(id)}`, { method: "POST", body: { done } }).then(
      () => true,
      (/** @type {unknown} */ error) => {
        onTrouble(error);
        return false;
      },
    ),
  );
}

/**
 * @param {Surroundings} surroundings
 * @param {string} path
 * @param {keyof typeof ENDINGS} format
 */
async function download({ api, current }, path, format) {
  await api.save(`${path}/export?format=${format}`, `${fileName(current().name)}.${ENDINGS[format]}`);
}

/**
 * @param {string | null} title
 * @returns {string} letters and digits of any script, joined by dashes.
 */
function fileName(title) {
  return (title ?? "").match(/[\p{L}\p{N}]+/gu)?.join("-").slice(0, 60) || "conversation";
}

/** @param {Surroundings} surroundings */
async function remove({ api, asking, current, onDeleted }) {
  const opened = current();
  if (opened.threadId !== null && (await deleteThread(api, asking, opened.threadId, opened))) onDeleted();
}

/**
 * @param {import("./api.js").Api} api
 * @param {import("./view-dialogs.js").AskDialog} asking
 * @param {string} threadId
 * @param {import("./conversation.js").Conversation} opened the open conversation, which may be another.
 * @returns {Promise<boolean>} whether it was agreed to and done.
 */
export async function deleteThread(api, asking, threadId, opened) {
  const agreed = await asking.ask({
    title: t("Delete this conversation?"),
    text: t("Its messages, its answers and the files attached to it are deleted for good."),
    yes: t("Delete"),
    isDangerous: true,
  });
  if (agreed === null) return false;
  opened.isBeingDeleted = opened.threadId === threadId;
  try {
    await api.request(`v1/threads/${encodeURIComponent(threadId)}`, { method: "DELETE" });
  } catch (error) {
    opened.isBeingDeleted = false;
    throw error;
  }
  return true;
}
