/** The pages of operators and owners: which one the address names, and what they share. */

import { Problem } from "./api.js";
import { closeOnBack } from "./back.js";
import { byId, byIdAs, el, fill, onLostFocus } from "./dom.js";
import { newApi } from "./key-asking.js";
import { translatePage } from "./language.js";
import { listenForChanges } from "./live.js";
import { followMe } from "./offer-operations.js";
import { showFeedback } from "./ops-feedback.js";
import { showGuard } from "./ops-guard.js";
import { showInbox } from "./ops-inbox.js";
import { showKeys } from "./ops-keys.js";
import { showReport } from "./ops-report.js";
import { showUnanswered } from "./ops-unanswered.js";
import { t } from "./ops-words.js";
import { offerThemes } from "./theme-choice.js";
import { AskDialog } from "./view-dialogs.js";
import { Announcer, Notice } from "./view-notice.js";
import { troubleWords } from "./words.js";

translatePage(document, t);

/**
 * @typedef {object} Visit One look at a page, until the next one.
 * @property {import("./api.js").Api} api
 * @property {import("./types.js").Me} me
 * @property {HTMLElement} place what the page fills.
 * @property {string} detail what the address says behind the page's name.
 * @property {AbortSignal} signal the page is left.
 * @property {AskDialog} asking
 * @property {(words: string) => void} say to screen readers.
 * @property {(detail: string) => void} go to another detail of the same page.
 * @property {(work: () => Promise<void>) => Promise<boolean>} attempt says what goes wrong; whether all went well.
 */

/** @type {{name: string, title: string, role: string, show: (visit: Visit) => Promise<void>}[]} */
const PAGES = [
  { name: "handoffs", title: t("Hand-offs"), role: "operator", show: showInbox },
  { name: "unanswered", title: t("Unanswered questions"), role: "admin", show: showUnanswered },
  { name: "report", title: t("Report"), role: "admin", show: showReport },
  { name: "guard", title: t("Rollout guard"), role: "admin", show: showGuard },
  { name: "feedback", title: t("Feedback"), role: "admin", show: showFeedback },
  { name: "keys", title: t("API keys"), role: "admin", show: showKeys },
];

const asking = new AskDialog(byIdAs("ask", HTMLDialogElement));
const notice = new Notice(byId("notice"));
const announcer = new Announcer(byId("announcer"));
const sidebar = byId("sidebar");
const title = byId("title");
const place = byId("view");
const api = newApi(asking, notice);
/** @type {import("./types.js").Me | null} */
let me = null;
let leave = new AbortController();

/** @param {() => Promise<void>} work */
async function attempt(work) {
  const { signal } = leave;
  try {
    await work();
    if (!signal.aborted) notice.clear("trouble");
    return true;
  } catch (error) {
    if (!signal.aborted) sayTrouble(error, () => void open(false));
    return false;
  }
}

/**
 * @param {unknown} error
 * @param {() => void} again offered where it may help.
 */
function sayTrouble(error, again) {
  const isFinal = error instanceof Problem && !error.passes;
  notice.show("trouble", troubleWords(error), isFinal ? null : { label: t("Try again"), run: again });
}

/** @param {boolean} takesFocus whether somebody went here, and did not only load the page. */
async function open(takesFocus) {
  leave.abort();
  leave = new AbortController();
  notice.clear("trouble");
  if (me === null) return;
  const { roles } = me;
  const [name, detail = ""] = location.hash.slice(1).split("/");
  const allowed = PAGES.filter(({ role }) => roles.includes(role));
  const page = allowed.find((one) => one.name === name) ?? allowed[0];
  drawWays(allowed, page?.name);
  if (page === undefined) {
    fill(place, el("p", {}, t("Your key has the role {role}. These pages are for operators and admins.", { role: me.role })));
    return;
  }
  title.textContent = page.title;
  document.title = `${page.title} · Followthrough`;
  if (sidebar.matches(":popover-open")) sidebar.hidePopover();
  if (takesFocus) title.focus();
  const go = (/** @type {string} */ to) => location.assign(`#${page.name}${to === "" ? "" : `/${encodeURIComponent(to)}`}`);
  const say = (/** @type {string} */ words) => announcer.say(words);
  const visit = { api, me, place, detail: decodeURIComponent(detail), signal: leave.signal, asking, say, go, attempt };
  fill(place, el("p", { class: "state", role: "status" }, t("Loading")));
  if (!(await attempt(() => page.show(visit)))) place.querySelector(":scope > .state")?.remove();
}

/**
 * @param {typeof PAGES} pages
 * @param {string | undefined} current
 */
function drawWays(pages, current) {
  const waiting = me?.waiting_handoffs ?? 0;
  const way = (/** @type {typeof PAGES[number]} */ { name, title: words }) => {
    const isHere = name === current && "page";
    const count = name === "handoffs" && waiting > 0 && el("span", { class: "waiting-count" }, t("{n} waiting", { n: waiting }));
    return el("li", {}, el("a", { class: "thread-link", href: `#${name}`, "aria-current": isHere }, words, count));
  };
  fill(byId("views"), ...pages.map(way));
}

async function start() {
  try {
    await followMe(api, (told) => {
      const isFirst = me === null;
      me = told;
      if (isFirst) void open(false);
      else drawWays(PAGES.filter(({ role }) => told.roles.includes(role)), current());
    });
  } catch (error) {
    sayTrouble(error, () => void start());
  }
}

const current = () => document.querySelector("#views [aria-current]")?.getAttribute("href")?.slice(1);

offerThemes(document.querySelectorAll('input[name="theme"]'));
onLostFocus(() => title.focus());
closeOnBack(asking.dialog, () => asking.dialog.close());
byId("skip-to-view").addEventListener("click", (event) => {
  event.preventDefault(); // the address names the page
  place.focus();
});
window.addEventListener("hashchange", () => void open(true));
void start();
listenForChanges(api);
