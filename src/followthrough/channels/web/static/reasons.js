/** Why a document could not be read, in the browser's language: the server says it in English. */

import { language } from "./language.js";
import { REASONS } from "./words-reasons.js";

const CLAUSE_ENDS = /(; |\. (?=\p{Lu})|\.$)/u;

/**
 * @param {string} english what is wrong; what would help.
 * @param {string} [spoken] the language to say it in.
 * @returns {string} clause by clause, those as they are that the language has no words for.
 */
export function reasonWords(english, spoken = language) {
  const table = REASONS[spoken];
  if (table === undefined) return english;
  return english.split(CLAUSE_ENDS).map((clause, n) => (n % 2 > 0 ? clause : clauseIn(table, clause))).join("");
}

/**
 * @param {Record<string, string>} table
 * @param {string} clause
 */
function clauseIn(table, clause) {
  const small = clause.charAt(0).toLowerCase() + clause.slice(1);
  const inside = table[small];
  if (inside !== undefined) return small === clause ? inside : inside.charAt(0).toUpperCase() + inside.slice(1);
  for (const [line, other] of Object.entries(table)) {
    const places = new RegExp(`^${line.split(/\{\w+\}/).map(literal).join("(.+)")}$`, "su").exec(clause);
    if (places !== null) return line === clause ? other : inPlaces(other, line, places);
  }
  return clause;
}

const literal = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * @param {string} words with places in braces, as the line has them.
 * @param {string} line
 * @param {RegExpExecArray} found what stands in the line's places.
 */
function inPlaces(words, line, found) {
  const names = [...line.matchAll(/\{\w+\}/g)].map(([name]) => name);
  return names.reduce((said, name, n) => said.replace(name, () => found[n + 1] ?? ""), words);
}
