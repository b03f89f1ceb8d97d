/** What the page says in its own words: statuses, and what went wrong. */

import { t, tn } from "./language.js";
import { reasonWords } from "./reasons.js";

/** @type {Record<string, string>} */
const PART = {
  pending: t("Open"),
  answered: t("Answered"),
  partial: t("Partly answered"),
  failed: t("Not found"),
  blocked: t("Blocked"),
};

/** @type {Record<string, string>} */
const OBJECTIVE = {
  resolved: t("Resolved"),
  need_info: t("Needs information"),
  unable: t("Can't be resolved"),
  user_ended: t("Ended by you"),
  incomplete: t("Left incomplete"),
};

/** @type {Record<string, string>} */
const SIGNAL = {
  high: t("strong support in the documents"),
  low: t("weak support in the documents"),
  none: t("nothing in the documents supports an answer"),
  conflicting: t("the documents disagree"),
  tool_ok: t("answered from the web"),
  tool_failed: t("the web could not be searched or read"),
  infra_error: t("the search could not be reached"),
};

/** @type {Record<string, string>} */
const DOCUMENT = {
  queued: t("Waiting to be read"),
  indexing: t("Reading"),
  ready: t("Ready"),
  failed: t("Could not be read"),
};

/** @type {Record<string, string>} */
const REFUSAL = {
  not_found: t("there is no such page"),
  needs_login: t("it needs a login"),
  too_large: t("it is too large"),
  not_text: t("there is no text to read"),
  blocked_address: t("not a public address"),
  timed_out: t("it did not come in time"),
  unreachable: t("the site did not answer"),
  too_many_redirects: t("it keeps sending elsewhere"),
  too_many: t("too many links in one message"),
  not_kept: t("it could not be kept just now"),
};

/**
 * @param {Record<string, string>} table
 * @param {string} value
 * @returns {string} the value itself, readable, when this page does not know it yet.
 */
function look(table, value) {
  return table[value] ?? value.replaceAll("_", " ");
}

/**
 * @param {string} status
 * @param {boolean} running whether the turn that works on it still runs.
 */
export const partWords = (status, running) =>
  status === "pending" && running ? t("Looking") : look(PART, status);
/** @param {string} status */
export const objectiveWords = (status) => look(OBJECTIVE, status);
/** @param {string} signal */
export const signalWords = (signal) => look(SIGNAL, signal);
/** @param {string} reason */
export const refusalWords = (reason) => look(REFUSAL, reason);
/** @param {string} status */
export const documentWords = (status) => look(DOCUMENT, status);

/** @type {Record<number, string>} */
const BY_STATUS = {
  0: t("The server can't be reached. Check that it is running and that you are online."),
  401: t("This server needs an API key. Reload the page to enter one."),
  403: t("The server does not accept requests from this address."),
  408: t("The connection was too slow, and the server gave up waiting."),
  404: t("This is no longer there, or it belongs to someone else."),
  413: t("This is larger than the server accepts."),
  429: t("Too many requests in a short time."),
  500: t("The server met an error that it did not expect."),
  502: t("The server is starting or not answering."),
  503: t("The server can't do this at the moment."),
};

/** What the server says of these speaks to whoever writes a program, not to a reader. */
const FOR_PROGRAMS = new Set([400, 401, 403, 405, 408, 415, 500]);

/**
 * One plain line: what happened, and what to do where the server says it in words for a reader.
 *
 * @param {{status: number, detail?: string, fix?: string}} problem
 * @returns {string}
 */
export function problemWords(problem) {
  const own = BY_STATUS[problem.status] ?? t("The server refused this request.");
  if (FOR_PROGRAMS.has(problem.status)) return own;
  const what = problem.detail || own;
  return reasonWords(problem.fix ? `${what} ${problem.fix}` : what);
}

/**
 * @param {number} seconds
 * @returns {string}
 */
export function waitWords(seconds) {
  const whole = Math.max(1, Math.ceil(seconds));
  return tn(whole, "{n} second", "{n} seconds");
}

/**
 * @param {number | null | undefined} page
 * @returns {string} `, page 12`, or nothing where there are no pages.
 */
export function pageWords(page) {
  return page === null || page === undefined ? "" : t(", page {page}", { page });
}

/**
 * @param {unknown} error why a connection is being made again.
 * @returns {string}
 */
export function lostWords(error) {
  const isAnswer = error instanceof Error && "status" in error && Number(error.status) > 0;
  const what = isAnswer ? troubleWords(error) : t("The connection to the server is lost.");
  return `${what} ${t("Trying again by itself; what you wrote is kept.")}`;
}

/**
 * @param {unknown} error
 * @returns {string} what to show for anything that was thrown.
 */
export function troubleWords(error) {
  if (error instanceof Error && "status" in error && typeof error.status === "number") {
    return problemWords(/** @type {Error & {status: number, detail?: string, fix?: string}} */ (error));
  }
  return t("Something went wrong on this page. Reload it; what you wrote is kept.");
}
