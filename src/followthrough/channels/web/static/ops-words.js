/** What the pages of operators and owners say, in the browser's language: their own words beside the main page's. */

import { language, speaking } from "./language.js";
import { GERMAN } from "./words-ops-german.js";
import { SPANISH } from "./words-ops-spanish.js";

const own = speaking({ es: SPANISH, de: GERMAN });
export const t = own.say;
export const tn = own.tell;

const moment = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
const rounded = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });

/** @param {string | null} at ISO-8601. */
export const when = (at) => (at === null ? "" : moment.format(new Date(at)));

/** @param {number} share */
export const percent = (share) => rounded.format(share);

/** @type {Record<string, string>} */
const MISSING = {
  no_evidence: t("No document speaks of it"),
  missing_code: t("No document has the code"),
  conflicting_info: t("Documents disagree"),
  partial_answer: t("Documents answer a part of it"),
  tool_failed: t("The web could not be searched or read"),
};

/** @param {string} reason why a part is open. */
export const missingWords = (reason) => MISSING[reason] ?? reason.replaceAll("_", " ");
