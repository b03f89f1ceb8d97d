/** The page's words in German. */

/** @type {Record<string, string>} */
export const GERMAN = {};
