/** Conversations by when something was last said in them, as a person counts days. */

import { language, t } from "./language.js";

/** @typedef {import("./types.js").ThreadEntry} ThreadEntry */

const DAY_MS = 86_400_000;

/**
 * @param {ThreadEntry[]} threads newest first.
 * @param {Date} now
 * @returns {{name: string, threads: ThreadEntry[]}[]}
 */
export function byDate(threads, now) {
  /** @type {Map<string, ThreadEntry[]>} */
  const groups = new Map();
  for (const thread of threads) {
    const name = groupName(new Date(thread.last_message_at), now);
    groups.set(name, [...(groups.get(name) ?? []), thread]);
  }
  return [...groups].map(([name, found]) => ({ name, threads: found }));
}

/**
 * @param {Date} at
 * @param {Date} now
 */
function groupName(at, now) {
  const days = Math.round((midnight(now) - midnight(at)) / DAY_MS); // a day of the change of clocks has 23 or 25 hours
  if (days <= 0) return t("Today");
  if (days === 1) return t("Yesterday");
  if (days <= 7) return t("Last 7 days");
  if (days <= 30) return t("Last 30 days");
  return new Intl.DateTimeFormat(language, { month: "long", year: "numeric" }).format(at);
}

/** @param {Date} date */
const midnight = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/**
 * The list after its first page was read again: what stood behind that page stays, so it never gets shorter.
 *
 * @param {ThreadEntry[]} known
 * @param {ThreadEntry[]} first the newest ones.
 * @param {boolean} isAll whether there are no others.
 */
export function merged(known, first, isAll) {
  const last = first.at(-1);
  if (isAll || last === undefined) return first;
  const ids = new Set(first.map(({ thread_id }) => thread_id));
  const behind = known.filter((one) => one.last_message_at < last.last_message_at && !ids.has(one.thread_id));
  return [...first, ...behind];
}
