/** API keys: made and told once, changed, revoked. */

import { el, fill, icon } from "./dom.js";
import { choice, field } from "./ops-parts.js";
import { t, tn, when } from "./ops-words.js";

/** @typedef {{key_id: string, owner: string, name: string, role: string, hint: string, rate_per_minute: number | null, created_at: string, revoked_at: string | null}} Key */

const ROLES = [
  ["user", t("User")],
  ["editor", t("Editor")],
  ["operator", t("Operator")],
  ["admin", t("Admin")],
];

/** Who owns what is held without a key. */
const KEYLESS = "local";

/** @param {import("./operations.js").Visit} visit */
export async function showKeys(visit) {
  const { api, place, signal } = visit;
  const list = el("ul", { class: "rows" });
  const made = el("div", { class: "made-key", role: "status" });
  const heading = el("h2", {}, t("Make a key"));
  const none = el("p", {}, t("There are no keys."));
  const redraw = async () => {
    /** @type {{keys: Key[]}} */
    const { keys } = await api.json("v1/keys", { signal });
    fill(list, ...keys.map((key) => row(key, visit, redraw)));
    none.hidden = keys.length > 0;
    return keys;
  };
  const form = el("div");
  const drawForm = (/** @type {boolean} */ isFirst, /** @type {boolean} */ hasEarlier) => {
    const onMade = async () => {
      await redraw();
      if (!isFirst) return;
      drawForm(false, false); // others may have other roles
      made.querySelector("button")?.focus();
    };
    fill(form, newKey(visit, { isFirst, hasEarlier }, made, onMade));
  };
  const isFirst = (await redraw()).every(({ revoked_at }) => revoked_at !== null);
  drawForm(isFirst, isFirst && (await api.json("v1/threads?limit=1&empty=false", { signal })).threads.length > 0);
  fill(place, el("section", { class: "view-part" }, heading, form, made), el("h2", {}, t("Keys")), none, list);
}

/**
 * @param {import("./operations.js").Visit} visit
 * @param {{isFirst: boolean, hasEarlier: boolean}} before whether there is no key yet, and whether conversations were
 *   held without one.
 * @param {HTMLElement} made where the key is told.
 * @param {() => Promise<unknown>} onMade
 */
function newKey(visit, { isFirst, hasEarlier }, made, onMade) {
  const { api, attempt } = visit;
  const owner = field(t("Owner"), { required: true, maxlength: 200, value: hasEarlier ? KEYLESS : "" });
  const name = field(t("Name (may be left out)"), { maxlength: 200 });
  const rate = field(t("Requests a minute (may be left out)"), { type: "number", min: 1, max: 1_000_000 });
  let role = isFirst ? "admin" : "user";
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const rate_per_minute = rate.input.value === "" ? null : Number(rate.input.value);
    await attempt(async () => {
      const body = { owner: owner.input.value, name: name.input.value.trim() || null, role, rate_per_minute };
      const { secret } = await api.json("v1/keys", { method: "POST", body });
      if (isFirst) {
        api.use(secret);
        visit.me = await api.json("v1/me");
      }
      const copy = () => void navigator.clipboard.writeText(secret);
      fill(
        made,
        el("p", {}, t("This is the key. It is shown this once: keep it now.")),
        el("p", {}, el("code", {}, secret), el("button", { type: "button", class: "button button-small", on: { click: copy } }, icon("copy"), t("Copy"))),
      );
      /** @type {HTMLFormElement} */ (event.target).reset();
      await onMade();
    });
  };
  return el(
    "form",
    { class: "view-choices", on: { submit } },
    isFirst && el("p", { class: "view-lead" }, t("With the first key every call needs one, this page's too, unless this machine is kept free of keys. It has to be an admin's.")),
    hasEarlier && el("p", { class: "view-lead" }, t("The conversations held so far without a key belong to the owner “{owner}”: only a key with this owner shows them. Keep it if they are yours.", { owner: KEYLESS })),
    owner.label,
    name.label,
    choice(t("Role"), isFirst ? ROLES.slice(-1) : ROLES, role, (value) => (role = value)),
    rate.label,
    el("button", { type: "submit", class: "button button-primary" }, t("Make key")),
  );
}

/**
 * @param {Key} key
 * @param {import("./operations.js").Visit} visit
 * @param {() => Promise<unknown>} redraw
 */
function row(key, visit, redraw) {
  const { key_id, owner, name, role, hint, rate_per_minute: rate, created_at, revoked_at } = key;
  const isOwn = key_id === visit.me.key_id;
  const facts = [
    t("ends in {hint}", { hint }),
    t("made {at}", { at: when(created_at) }),
    rate !== null && tn(rate, "{n} request a minute", "{n} requests a minute"),
    revoked_at !== null && t("revoked {at}", { at: when(revoked_at) }),
    isOwn && t("this is your own key"),
  ];
  return el(
    "li",
    { class: "row", data: { revoked: revoked_at !== null } },
    el("p", { class: "row-title" }, el("strong", { dir: "auto" }, owner), name !== "" && ` · ${name}`),
    el("p", { class: "row-about" }, [ROLES.find(([value]) => value === role)?.[1], ...facts.filter(Boolean)].join(" · ")),
    revoked_at === null && !isOwn && actions(key, visit, redraw),
  );
}

/**
 * @param {Key} key
 * @param {import("./operations.js").Visit} visit
 * @param {() => Promise<unknown>} redraw
 */
function actions({ key_id, owner, name, role }, { api, asking, attempt, say }, redraw) {
  const path = `v1/keys/${encodeURIComponent(key_id)}`;
  const called = name === "" ? owner : `${owner}, ${name}`;
  const change = (/** @type {string} */ value) =>
    void attempt(async () => {
      await api.request(path, { method: "PATCH", body: { role: value } });
      await redraw();
      say(t("The role of the key of {called} was changed.", { called }));
    });
  const revoke = async () => {
    const text = t("The key of {called} opens nothing from then on. This can't be taken back.", { called });
    if ((await asking.ask({ title: t("Revoke this key?"), text, yes: t("Revoke"), isDangerous: true })) === null) return;
    await attempt(async () => {
      await api.request(path, { method: "DELETE" });
      await redraw();
      say(t("The key of {called} was revoked.", { called }));
    });
  };
  return el(
    "div",
    { class: "row-actions" },
    choice(t("Role of {called}", { called }), ROLES, role, change),
    el("button", { type: "button", class: "button", "aria-label": t("Revoke the key of {called}", { called }), on: { click: () => void revoke() } }, t("Revoke")),
  );
}
