/** What the answers of a conversation told its user to do, to be ticked off. */

import { el, fill } from "./dom.js";
import { t } from "./language.js";
import { pageWords } from "./words.js";

/** @typedef {{id: string, text: string, citation: import("./types.js").Citation, done_at: string | null}} AskedAction */

/**
 * @param {HTMLDialogElement} dialog
 * @param {AskedAction[]} actions
 * @param {(action: AskedAction, done: boolean) => Promise<boolean>} tick whether it was kept.
 */
export function showTodo(dialog, actions, tick) {
  const close = el("button", { type: "button", class: "button", on: { click: () => dialog.close() } }, t("Close"));
  const nothing = el("p", {}, t("No answer here has told you to do anything."));
  fill(
    dialog,
    el("h2", { id: "todo-title" }, t("What you were told to do")),
    actions.length === 0 ? nothing : el("ul", { class: "todo" }, ...actions.map((action) => entry(action, tick))),
    el("div", { class: "ask-actions" }, close),
  );
  dialog.showModal();
  close.focus();
}

/**
 * @param {AskedAction} action
 * @param {(action: AskedAction, done: boolean) => Promise<boolean>} tick
 */
function entry(action, tick) {
  const { text, citation, done_at } = action;
  const box = el("input", {
    type: "checkbox",
    checked: done_at !== null,
    on: {
      change: async () => {
        const done = box.checked;
        if (!(await tick(action, done))) box.checked = !done;
      },
    },
  });
  const source = el("span", { class: "todo-source", dir: "auto" }, `${citation.document_name}${pageWords(citation.page)}`);
  return el("li", {}, el("label", {}, box, el("span", { dir: "auto" }, text, source)));
}
