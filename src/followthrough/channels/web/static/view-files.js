/** Files on their way, one line each: in the composer, and in the list of documents. */

import { el, icon, keepFocus } from "./dom.js";
import { t, tn } from "./language.js";

/**
 * @typedef {object} FileWishes
 * @property {(id: string) => void} onDismiss
 * @property {(id: string) => void} onResend
 */

/**
 * @param {HTMLInputElement} picker
 * @param {(files: File[]) => void} onFiles
 */
export function onPicked(picker, onFiles) {
  picker.addEventListener("change", () => {
    onFiles([...(picker.files ?? [])]);
    picker.value = ""; // choosing the same file again is a change too
  });
}

/** What has come into the library; a file of a message is done when it is sent. */
const isIn = (/** @type {import("./uploads.js").Upload} */ { phase, target }) => phase === "ready" && target === "library";

/** Whether nothing is to come of it any more. */
export const isDone = (/** @type {import("./uploads.js").Upload} */ upload) => upload.phase === "failed" || isIn(upload);

/** Files of the library that are named when they have come in; more of them are counted. */
const NAMED = 2;

/**
 * What failed comes first, what has come into the library last.
 *
 * @param {HTMLElement} tray hidden while there are none.
 * @param {import("./uploads.js").Upload[]} uploads
 * @param {FileWishes} wishes
 */
export function showFiles(tray, uploads, wishes) {
  tray.hidden = uploads.length === 0;
  const known = new Map([...tray.children].map((item) => [/** @type {HTMLElement} */ (item).dataset.id, item]));
  const come = uploads.filter(isIn);
  const others = uploads.filter((upload) => !isIn(upload));
  const failed = others.filter(({ phase }) => phase === "failed");
  const shown = [...failed, ...others.filter((upload) => !failed.includes(upload)), ...come.slice(0, NAMED)];
  const items = shown.map((upload) => {
    const item = known.get(upload.id) ?? el("li", { class: "file", data: { id: upload.id } });
    fillItem(/** @type {HTMLElement} */ (item), upload, wishes);
    return item;
  });
  const more = come.length - NAMED;
  if (more > 0) items.push(el("li", { class: "file file-more" }, tn(more, "{n} more file is in the library", "{n} more files are in the library")));
  keepFocus(tray, () => {
    for (const item of [...tray.children]) if (!items.includes(item)) item.remove();
    items.forEach((item, place) => {
      if (tray.children[place] !== item) tray.insertBefore(item, tray.children[place] ?? null);
    });
  });
}

/**
 * Changes an entry in place, so that its buttons keep the focus while the progress moves.
 *
 * @param {HTMLElement} item
 * @param {import("./uploads.js").Upload} upload
 * @param {FileWishes} wishes
 */
function fillItem(item, upload, wishes) {
  if (item.childElementCount === 0) item.append(...itemParts(upload, wishes));
  const { target, phase, share, words } = upload;
  const part = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (item.querySelector(selector));
  item.dataset.phase = phase;
  part(".file-words").textContent = target === "library" ? t("{words} (library)", { words }) : words;
  part(".file-again").hidden = phase !== "failed";
  const bar = /** @type {HTMLProgressElement} */ (part("progress"));
  bar.hidden = phase === "ready" || phase === "failed";
  if (share === null) bar.removeAttribute("value");
  else bar.value = share;
}

/**
 * @param {import("./uploads.js").Upload} upload
 * @param {FileWishes} wishes
 */
function itemParts({ id, name }, { onDismiss, onResend }) {
  const button = (/** @type {string} */ label, /** @type {string} */ look, /** @type {() => void} */ click) =>
    el("button", { type: "button", class: `button button-icon button-small ${look}`, "aria-label": label, on: { click } });
  const again = button(t("Send {name} again", { name }), "file-again", () => onResend(id));
  again.append(icon("retry"));
  const remove = button(t("Remove {name}", { name }), "", () => onDismiss(id));
  remove.append(icon("close"));
  return [
    icon("document"),
    el("span", { class: "file-name", dir: "auto" }, name),
    el("span", { class: "file-words" }),
    el("span", { class: "file-buttons" }, again, remove),
    el("progress", { max: 1, "aria-label": t("Progress of {name}", { name }) }),
  ];
}
