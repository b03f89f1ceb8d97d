/** The report: what became of the questions of a period. */

import { el, fill } from "./dom.js";
import { bars, countBars, periodChoice, periodOf } from "./ops-parts.js";
import { missingWords, percent, t, tn, when } from "./ops-words.js";

/** @type {Record<string, string>} */
const BECAME = {
  resolved: t("Solved"),
  need_info: t("Still open"),
  unable: t("Could not be solved"),
  user_ended: t("Ended by the user"),
  incomplete: t("Given up after too many attempts"),
};

/** @param {import("./operations.js").Visit} visit */
export async function showReport(visit) {
  const { api, place, signal } = visit;
  const report = await api.json(`v1/report?window=${periodOf(visit)}`, { signal });
  const parts = report.objectives === 0 ? [el("p", {}, t("Nothing was asked in this period."))] : plots(report);
  fill(place, el("div", { class: "view-choices" }, periodChoice(visit)), el("p", { class: "view-lead" }, heading(report)), ...parts);
}

/** @param {any} report */
const heading = ({ objectives, turns, window: { start, end } }) =>
  `${tn(objectives, "{n} question", "{n} questions")}, ${tn(turns, "{n} turn", "{n} turns")}, ${when(start)} – ${when(end)}`;

/** @param {any} report */
function plots({ statuses, solved_alone: alone, solved_with_help: helped, partly_answered: partly, turns_to_solution: took, asks, feedback }) {
  const became = Object.entries(statuses).map(([status, { count, share }]) => ({
    name: BECAME[status] ?? status,
    value: share.value,
    interval: share,
    words: t("{count} ({share}; 95 %: {low} to {high})", {
      count,
      share: percent(share.value),
      low: percent(share.low),
      high: percent(share.high),
    }),
  }));
  const reasons = Object.fromEntries(Object.entries(asks.by_reason).map(([reason, count]) => [missingWords(reason), count]));
  const facts = [
    took && t("Turns to a solution: {median} in the middle, {most} at most", { median: took.median, most: took.longest }),
    partly > 0 && tn(partly, "{n} open question has a part answered", "{n} open questions have a part answered"),
    asks.count > 0 && t("Users were asked for help {count} times and gave something {answered} times", { count: asks.count, answered: asks.answered }),
    t("Readers found {up} answers good and {down} bad", { up: feedback.up, down: feedback.down }),
  ];
  return [
    bars(t("What became of the questions"), became),
    countBars(t("How they were solved"), { [t("From the documents alone")]: alone, [t("With the user's help")]: helped }),
    ...(asks.count > 0 ? [countBars(t("Why users were asked for help"), reasons)] : []),
    el("ul", { class: "facts" }, ...facts.filter(Boolean).map((fact) => el("li", {}, fact))),
  ];
}
