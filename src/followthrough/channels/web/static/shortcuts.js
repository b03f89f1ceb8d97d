/**
 * What the keyboard does by itself. Every shortcut takes a modifier key, so that none is pressed by who dictates or
 * types. On a Mac ⌘ takes the place of Ctrl.
 */

import { t } from "./language.js";

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/**
 * @typedef {object} Shortcut
 * @property {string} code the key's place on the keyboard, whatever is printed on it; or what it gives.
 * @property {"command" | "command shift" | "alt"} held
 * @property {string} words
 * @property {() => void} run
 */

/**
 * @typedef {object} Deeds
 * @property {() => void} search
 * @property {() => void} newThread
 * @property {() => void} write
 * @property {(step: -1 | 1) => void} step to the answer before or after.
 * @property {() => void} newest
 * @property {() => void} stop
 * @property {() => void} help
 */

/**
 * @param {Deeds} deeds
 * @returns {Shortcut[]}
 */
export function shortcuts(deeds) {
  return [
    { code: "KeyK", held: "command", words: t("Search conversations"), run: deeds.search },
    { code: "KeyO", held: "command shift", words: t("New conversation"), run: deeds.newThread },
    { code: "KeyI", held: "alt", words: t("Write a message"), run: deeds.write },
    { code: "ArrowUp", held: "alt", words: t("To the answer before"), run: () => deeds.step(-1) },
    { code: "ArrowDown", held: "alt", words: t("To the next answer"), run: () => deeds.step(1) },
    { code: "End", held: "alt", words: t("To the newest answer"), run: deeds.newest },
    { code: "Period", held: "command", words: t("Stop the answer"), run: deeds.stop },
    { code: "Slash", held: "command", words: t("Show these shortcuts"), run: deeds.help },
  ];
}

/**
 * @param {Shortcut[]} known
 * @param {() => boolean} isOverlaid whether a dialog is open, which the shortcuts leave alone.
 */
export function listenForShortcuts(known, isOverlaid) {
  document.addEventListener("keydown", (event) => {
    const found = event.isComposing ? undefined : known.find((shortcut) => isPressed(shortcut, event));
    if (found === undefined || isOverlaid()) return;
    event.preventDefault();
    found.run();
  });
}

/**
 * @param {Shortcut} shortcut
 * @param {KeyboardEvent} event
 */
function isPressed({ code, held }, { code: pressed, key, ctrlKey, metaKey, altKey, shiftKey }) {
  // "/" and "." stand elsewhere on other keyboards, and need Shift there
  const isSign = code === "Slash" || code === "Period";
  const isKey = isSign ? key === (code === "Slash" ? "/" : ".") : pressed === code;
  const command = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (held === "alt") return isKey && altKey && !ctrlKey && !metaKey && !shiftKey;
  return isKey && command && !altKey && (isSign || shiftKey === (held === "command shift"));
}

/** @type {Record<string, string>} */
const PRINTED = { ArrowUp: "↑", ArrowDown: "↓", End: t("End"), Period: ".", Slash: "/" };

/**
 * @param {Shortcut} shortcut
 * @returns {string[]} the keys as they are printed.
 */
export function keysOf({ code, held }) {
  const command = isMac ? "⌘" : t("Ctrl");
  const modifiers = { command: [command], "command shift": [command, t("Shift")], alt: [isMac ? "⌥" : "Alt"] };
  return [...modifiers[held], PRINTED[code] ?? code.replace("Key", "")];
}
