/** The guard: whether a rollout may go on, as two sides side by side. Nothing is changed by looking. */

import { el, fill } from "./dom.js";
import { bars, field } from "./ops-parts.js";
import { percent, t, when } from "./ops-words.js";

/** @typedef {{value: number, low: number, high: number, n: number}} Measured */

/** @type {Record<string, string>} */
const RULES = {
  wrong_actions: t("Wrong actions"),
  clarifiers: t("Questions put back"),
  latency: t("95th percentile of the time"),
  unchanged_retries: t("Retries on unchanged evidence"),
};
/** @type {Record<string, string>} */
const VERDICTS = {
  go: t("Go"),
  roll_back: t("Roll back"),
  not_enough_data: t("Not enough data"),
  halt: t("Halt and investigate"),
};
/** @type {Record<string, string>} */
const WHY = {
  within: t("within its limit"),
  beyond: t("beyond its limit"),
  may_be_chance: t("beyond its limit, which may be chance"),
  too_few: t("too few to tell"),
  none: t("there was none"),
};
const COUNTS = [
  ["decisions", t("Decisions")],
  ["executed", t("Executed something")],
  ["wrong", t("Came out as wrong")],
  ["asked", t("Put a question back")],
  ["retries", t("Asked a model again")],
  ["unchanged_retries", t("Of these, on unchanged evidence")],
];

/** @param {import("./operations.js").Visit} visit whose detail is both sides. */
export async function showGuard({ api, place, detail, go, signal }) {
  const [before = "cohort:off", after = "cohort:on"] = detail === "" ? [] : detail.split("|");
  const asked = new URLSearchParams({ baseline: before, candidate: after });
  const baseline = field(t("Baseline"), { value: before, required: true, spellcheck: "false" });
  const candidate = field(t("Candidate"), { value: after, required: true, spellcheck: "false" });
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    go(`${baseline.input.value}|${candidate.input.value}`);
  };
  const form = el(
    "form",
    { class: "view-choices", "aria-describedby": "sides", on: { submit } },
    baseline.label,
    candidate.label,
    el("button", { type: "submit", class: "button" }, t("Compare")),
  );
  const hint = el("p", { id: "sides", class: "view-lead" }, t("A side is a period (7d, 2026-11-01..2026-11-08) or a cohort (cohort:on, cohort:off)."));
  const result = el("div");
  fill(place, form, hint, result);
  const judged = await api.json(`v1/guard?${asked}`, { signal });
  fill(result, ...verdict(judged), ...judged.rules.map(rule), counts(judged));
}

/** @param {any} judged */
function verdict({ verdict: level, baseline, candidate, holds }) {
  const side = (/** @type {any} */ { window: name, start, end }) => `${name} (${when(start)} – ${when(end)})`;
  return [
    el("p", { class: "verdict", data: { level } }, t("Verdict: {verdict}", { verdict: VERDICTS[level] ?? level })),
    el("p", { class: "view-lead" }, t("{candidate} against {baseline}", { candidate: side(candidate), baseline: side(baseline) })),
    ...holds.map((/** @type {any} */ { flag, why, since }) => el("p", {}, t("Held back: {flag}, since {since}: {why}", { flag, since: when(since), why }))),
  ];
}

/** @param {any} found */
function rule({ rule: name, cohort, verdict: level, why, baseline, candidate, harm, limit }) {
  const isTime = name === "latency";
  const shown = (/** @type {number} */ value) => (isTime ? `${Math.round(value)} ms` : percent(value));
  const sides = [...(baseline === null ? [] : [[t("Baseline"), baseline]]), [t("Candidate"), candidate]];
  const top = Math.max(...sides.map(([, side]) => side.high)) || 1;
  const rows = sides.map(([words, side]) => ({
    name: words,
    value: side.value / top,
    interval: { low: Math.max(0, side.low / top), high: side.high / top },
    words: t("{value}, from {n}", { value: shown(side.value), n: side.n }),
  }));
  const numbers = { by: shown(harm.value), low: shown(harm.low), high: shown(harm.high), limit: shown(limit), why: WHY[why] ?? why };
  const led = baseline === null ? t("Found {by} ({low} to {high}); limit {limit}: {why}.", numbers) : t("Worse by {by} ({low} to {high}); limit {limit}: {why}.", numbers);
  const heading = `${RULES[name] ?? name}${cohort === null ? "" : `, ${cohort}`}`;
  return el(
    "section",
    { class: "view-part" },
    el("h2", {}, heading, ": ", el("span", { class: "verdict", data: { level } }, VERDICTS[level] ?? level)),
    bars(t("Both sides with their 95 % intervals"), rows),
    el("p", {}, led),
  );
}

/** @param {any} judged */
function counts({ baseline, candidate }) {
  const row = ([name = "", words]) => el("tr", {}, el("th", { scope: "row" }, words), el("td", {}, baseline[name]), el("td", {}, candidate[name]));
  return el(
    "section",
    { class: "view-part" },
    el("h2", {}, t("What was counted")),
    el(
      "table",
      {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("Count")), el("th", { scope: "col" }, t("Baseline")), el("th", { scope: "col" }, t("Candidate")))),
      el("tbody", {}, ...COUNTS.map(row)),
    ),
  );
}
