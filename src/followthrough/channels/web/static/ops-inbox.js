/** The hand-offs: who waits for a person, and the conversation that is open. */

import { el, fill } from "./dom.js";
import { isLive } from "./live.js";
import { talkView } from "./ops-talk.js";
import { t, tn, when } from "./ops-words.js";
import { ALIVE, hearTabs } from "./tabs.js";

/**
 * @typedef {object} Handoff
 * @property {string} id
 * @property {string} thread_id
 * @property {string} owner
 * @property {"waiting" | "taken" | "returned" | "unattended"} state
 * @property {"user_request" | "document"} reason
 * @property {string} created_at
 * @property {string} due_at
 * @property {any} summary
 */

const TOGETHER_MS = 300;
const LOOK_MS = 8000;

/** @param {import("./operations.js").Visit} visit whose detail is a hand-off's id. */
export async function showInbox(visit) {
  const { detail, place } = visit;
  const open = detail === "" ? null : talkView(visit);
  const list = el("div");
  fill(place, open?.element ?? list);
  const read = async () => {
    const handoffs = await openHandoffs(visit);
    if (open !== null) await open.show(handoffs.find(({ id }) => id === detail) ?? null);
    else draw(list, handoffs);
  };
  await read();
  follow(visit, read);
}

/**
 * @param {import("./operations.js").Visit} visit
 * @returns {Promise<Handoff[]>} those that wait or are taken, the one that has waited longest first.
 */
async function openHandoffs({ api, signal }) {
  const { handoffs } = await api.json("v1/handoffs?state=waiting&state=taken&limit=500", { signal });
  return handoffs.reverse();
}

/**
 * Reads anew whenever something happened; where nobody tells, now and then.
 *
 * @param {import("./operations.js").Visit} visit
 * @param {() => Promise<void>} read
 */
function follow({ signal, attempt }, read) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let due;
  const soon = (/** @type {string} */ told) => {
    if (told === ALIVE || due !== undefined) return;
    due = setTimeout(() => {
      due = undefined;
      if (!signal.aborted) void attempt(read);
    }, TOGETHER_MS);
  };
  hearTabs(soon, signal);
  const looking = setInterval(() => !isLive() && document.visibilityState === "visible" && soon(""), LOOK_MS);
  signal.addEventListener("abort", () => clearInterval(looking), { once: true });
}

/**
 * @param {HTMLElement} list
 * @param {Handoff[]} handoffs
 */
function draw(list, handoffs) {
  const waiting = handoffs.filter(({ state }) => state === "waiting");
  const taken = handoffs.filter(({ state }) => state === "taken");
  const none = handoffs.length === 0 && el("p", {}, t("Nobody waits for a person."));
  fill(list, none, ...section(t("Waiting"), waiting), ...section(t("With a person"), taken));
}

/**
 * @param {string} heading
 * @param {Handoff[]} handoffs
 */
function section(heading, handoffs) {
  if (handoffs.length === 0) return [];
  return [el("section", { class: "view-part" }, el("h2", {}, heading), el("ul", { class: "rows" }, ...handoffs.map(row)))];
}

/** @param {Handoff} handoff */
function row({ id, owner, reason, created_at, due_at, state, summary: { objective, missing } }) {
  const facts = [
    whose(owner),
    reason === "user_request" ? t("asked for a person") : t("a document wants a person"),
    t("called {at}", { at: when(created_at) }),
    state === "waiting" && t("waits until {at}", { at: when(due_at) }),
    missing.length > 0 && tn(missing.length, "{n} part is open", "{n} parts are open"),
  ];
  return el(
    "li",
    { class: "row" },
    el("a", { class: "row-title", href: `#handoffs/${encodeURIComponent(id)}`, dir: "auto" }, objective ?? t("Nothing was asked yet")),
    el("p", { class: "row-about" }, facts.filter(Boolean).join(" · ")),
  );
}

/** @param {string} owner */
const whose = (owner) => (owner.startsWith("telegram:") ? "Telegram" : owner);
