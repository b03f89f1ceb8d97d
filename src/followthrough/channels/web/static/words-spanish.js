/** The page's words in Spanish. */

/** @type {Record<string, string>} */
export const SPANISH = {};
