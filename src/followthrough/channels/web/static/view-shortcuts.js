/** The sheet that says what the keyboard does. */

import { el, fill } from "./dom.js";
import { t } from "./language.js";
import { keysOf } from "./shortcuts.js";

/**
 * @param {HTMLDialogElement} dialog
 * @param {import("./shortcuts.js").Shortcut[]} known
 */
export function showShortcuts(dialog, known) {
  const close = el("button", { type: "button", class: "button", on: { click: () => dialog.close() } }, t("Close"));
  const rows = [
    { keys: [t("Enter")], words: t("Send the message") },
    { keys: [t("Shift"), t("Enter")], words: t("Start a new line") },
    ...known.map((shortcut) => ({ keys: keysOf(shortcut), words: shortcut.words })),
    { keys: [t("Esc")], words: t("Close what is open") },
  ];
  fill(
    dialog,
    el("h2", { id: "shortcuts-title" }, t("Keyboard shortcuts")),
    el(
      "dl",
      { class: "shortcuts" },
      ...rows.map(({ keys, words }) => el("div", {}, el("dt", {}, words), el("dd", {}, ...keys.map((key) => el("kbd", {}, key))))),
    ),
    el("div", { class: "ask-actions" }, close),
  );
  dialog.showModal();
  close.focus();
}
