/** A name that is changed where it stands: Enter keeps it, Escape leaves it, going elsewhere keeps it too. */

import { el } from "./dom.js";
import { t } from "./language.js";

const LONGEST_TITLE = 200;

/**
 * @param {HTMLElement} place shows the name; hidden while it is changed.
 * @param {string} name
 * @returns {Promise<string | null>} null: it stays as it is.
 */
export function renameInPlace(place, name) {
  const field = el("input", {
    class: "rename-field",
    type: "text",
    maxlength: LONGEST_TITLE,
    dir: "auto",
    value: name,
    "aria-label": t("Name of the conversation"),
    autocomplete: "off",
    spellcheck: "false",
  });
  place.hidden = true;
  place.after(field);
  field.focus();
  field.select();
  return new Promise((resolve) => {
    let isOver = false; // taking the field away makes it lose the focus, which ends it too
    const end = (/** @type {string | null} */ given) => {
      if (isOver) return;
      isOver = true;
      const hadFocus = document.activeElement === field;
      place.hidden = false;
      field.remove();
      if (hadFocus) place.focus();
      const next = given?.trim() ?? "";
      resolve(next === "" || next === name ? null : next);
    };
    field.addEventListener("keydown", (event) => {
      if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
      event.preventDefault();
      event.stopPropagation();
      end(event.key === "Enter" ? field.value : null);
    });
    field.addEventListener("blur", () => end(field.value));
  });
}
