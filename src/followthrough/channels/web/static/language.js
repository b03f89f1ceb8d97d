/**
 * What the page says, in the browser's language. The English words are the key: what no table has is said in English.
 */

import { GERMAN } from "./words-german.js";
import { SPANISH } from "./words-spanish.js";

/** @type {Record<string, Record<string, string>>} */
const TABLES = { en: {}, es: SPANISH, de: GERMAN };

/**
 * @param {readonly string[]} wanted language tags, the one that is liked best first.
 * @returns {string} the first of them that the page speaks, without its region.
 */
export function chosen(wanted) {
  return wanted.map((tag) => tag.split("-")[0]?.toLowerCase() ?? "").find((tag) => tag in TABLES) ?? "en";
}

export const language = chosen(navigator.languages);

/** @param {Record<string, Record<string, string>>} more words of a page that has its own, by language. */
export function speaking(more) {
  const table = { ...TABLES[language], ...more[language] };
  /**
   * @param {string} english
   * @param {Record<string, string | number>} [values] what stands in the places that are in braces.
   * @returns {string}
   */
  const say = (english, values = {}) =>
    (table[english] ?? english).replace(/\{(\w+)\}/g, (place, name) => String(values[name] ?? place));
  /**
   * @param {number} count
   * @param {string} one with `{n}` for the number, as both are.
   * @param {string} many
   */
  const tell = (count, one, many) => say(count === 1 ? one : many, { n: count });
  return { say, tell };
}

const main = speaking({});
export const t = main.say;
export const tn = main.tell;

const SPOKEN_ATTRIBUTES = ["aria-label", "placeholder", "title"];

/**
 * Says the words that stand in the page's markup in the browser's language.
 *
 * @param {Document} page
 * @param {(english: string) => string} [say]
 */
export function translatePage(page, say = t) {
  page.documentElement.lang = language;
  if (language === "en") return;
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = /** @type {Text} */ (texts.currentNode);
    const words = node.data.trim();
    if (words !== "") node.data = node.data.replace(words, () => say(words));
  }
  for (const name of SPOKEN_ATTRIBUTES) {
    for (const element of page.querySelectorAll(`[${name}]`)) {
      element.setAttribute(name, say(element.getAttribute(name) ?? ""));
    }
  }
}
