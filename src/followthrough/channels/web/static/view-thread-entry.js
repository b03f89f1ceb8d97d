/** One conversation in the list: its name, where it stands or what was found in it, and what can be done with it. */

import { el, icon } from "./dom.js";
import { t } from "./language.js";
import { againButton, standing } from "./view-recents.js";

/**
 * @typedef {import("./types.js").ThreadEntry} ThreadEntry
 *
 * @typedef {object} EntryActions
 * @property {import("./api.js").Api} api
 * @property {(thread: ThreadEntry, link: HTMLElement) => void} rename
 * @property {(thread: ThreadEntry) => void} pin or take it from the top.
 * @property {(thread: ThreadEntry) => void} remove
 * @property {(threadId: string) => void} retried
 * @property {(error: unknown) => void} onFail
 */

/**
 * @param {ThreadEntry} thread
 * @param {object} around
 * @param {string} around.title
 * @param {boolean} around.isCurrent
 * @param {import("./types.js").PastQuestion | undefined} around.open its newest question, if that is still open.
 * @param {EntryActions} actions
 */
export function threadEntry(thread, { title, isCurrent, open }, actions) {
  const { thread_id: id, found } = thread;
  const turn = found === null || found === undefined ? "" : `&turn=${encodeURIComponent(found.turn_id)}`;
  const link = el(
    "a",
    { href: `#thread=${encodeURIComponent(id)}${turn}`, class: "thread-link", "aria-current": isCurrent ? "page" : null },
    el("span", { class: "thread-name", dir: "auto" }, title),
    found ? el("span", { class: "thread-found", dir: "auto" }, found.excerpt) : below(thread, title, open),
  );
  const again = open === undefined || found ? null : againButton(open, actions.api, actions.retried, actions.onFail);
  return el("li", { class: "thread" }, link, again, menu(thread, title, link, actions));
}

/**
 * @param {ThreadEntry} thread
 * @param {string} title
 * @param {import("./types.js").PastQuestion | undefined} open
 */
function below({ session_status: status, holder }, title, open) {
  if (holder === "human") return el("span", { class: "thread-standing" }, t("A person has it"));
  if (status === "escalated") return el("span", { class: "thread-standing" }, t("Waiting for a person"));
  return open === undefined ? null : standing(open, title);
}

/**
 * A button that folds out the actions; a native disclosure, so that Escape and the keyboard work by themselves.
 *
 * @param {ThreadEntry} thread
 * @param {string} title
 * @param {HTMLElement} link
 * @param {EntryActions} actions
 */
function menu(thread, title, link, actions) {
  const label = t("Actions of “{title}”", { title });
  const list = el("div", { class: "menu thread-menu", popover: "auto" });
  const item = (/** @type {string} */ words, /** @type {() => void} */ run, look = "") => {
    const click = () => {
      list.hidePopover();
      run();
    };
    return el("button", { type: "button", class: look, on: { click } }, words);
  };
  list.append(
    item(thread.pinned ? t("Unpin") : t("Pin"), () => actions.pin(thread)),
    item(t("Rename"), () => actions.rename(thread, link)),
    item(t("Delete…"), () => actions.remove(thread), "danger"),
  );
  const opener = el(
    "button",
    { type: "button", class: "button button-icon thread-button", "aria-label": label, "aria-expanded": "false" },
    icon("dots"),
  );
  opener.addEventListener("click", () => {
    list.showPopover();
    const { bottom, left, top } = opener.getBoundingClientRect();
    const isLow = bottom + list.offsetHeight > innerHeight;
    list.style.top = `${isLow ? Math.max(0, top - list.offsetHeight) : bottom}px`;
    list.style.left = `${Math.max(4, Math.min(left, innerWidth - list.offsetWidth - 4))}px`;
    list.querySelector("button")?.focus();
  });
  list.addEventListener("toggle", () => opener.setAttribute("aria-expanded", String(list.matches(":popover-open"))));
  return el("span", { class: "thread-more" }, opener, list);
}
