/** Where a quote stands in a passage. */

/**
 * A quote occurs in its passage up to white space, so any run of it matches any other.
 *
 * @param {string} text
 * @param {string} quote
 * @returns {{start: number, end: number} | null} null when it is not there.
 */
export function locate(text, quote) {
  const words = quote.split(/\s+/).filter((word) => word !== "");
  if (words.length === 0) return null;
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).join("\\s+");
  const found = new RegExp(pattern, "u").exec(text);
  return found === null ? null : { start: found.index, end: found.index + found[0].length };
}
