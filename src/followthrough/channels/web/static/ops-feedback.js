/** What readers think of answers, newest first. */

import { el, fill, icon } from "./dom.js";
import { renderReply } from "./markdown.js";
import { choice } from "./ops-parts.js";
import { t, when } from "./ops-words.js";

/** @typedef {{thread_id: string, turn_id: string, rating: "up" | "down", note: string | null, at: string, by: string, question: string, answer: string}} Rated */

const RATINGS = [
  ["", t("All")],
  ["up", t("Good answers")],
  ["down", t("Bad answers")],
];

/** @param {import("./operations.js").Visit} visit whose detail is the rating. */
export async function showFeedback({ api, me, place, detail, go, attempt, signal }) {
  const list = el("ul", { class: "rows" });
  let cursor = "";
  const more = el("button", { type: "button", class: "button button-plain", on: { click: () => void attempt(read) } }, t("Show older"));
  async function read() {
    const asked = new URLSearchParams({ window: "90d", ...(detail === "" ? {} : { rating: detail }), ...(cursor === "" ? {} : { cursor }) });
    const page = await api.json(`v1/feedback?${asked}`, { signal });
    list.append(...page.feedback.map((/** @type {Rated} */ one) => row(one, one.by === me.owner)));
    cursor = page.next_cursor ?? "";
    more.hidden = cursor === "";
  }
  await read();
  const none = list.childElementCount === 0 && el("p", {}, t("No reader said what they think of an answer in the last 90 days."));
  fill(place, el("div", { class: "view-choices" }, choice(t("Show"), RATINGS, detail, go)), none, list, more);
}

/**
 * @param {Rated} one
 * @param {boolean} isOwn whether the conversation is the reader's own, to be opened here.
 */
function row({ thread_id, turn_id, rating, note, at, by, question, answer }, isOwn) {
  const words = rating === "up" ? t("Good answer") : t("Bad answer");
  const href = `./#${new URLSearchParams({ thread: thread_id, turn: turn_id })}`;
  return el(
    "li",
    { class: "row" },
    el("p", { class: "row-head", data: { rating } }, icon(rating), el("strong", {}, words), ` · ${by} · ${when(at)}`),
    note !== null && el("p", { class: "row-note", dir: "auto" }, note),
    el("p", { class: "row-title", dir: "auto" }, question),
    el("details", {}, el("summary", {}, t("Answer")), el("div", { class: "reply-text" }, renderReply(answer, [], () => el("span")))),
    isOwn && el("a", { href }, t("Open the conversation")),
  );
}
