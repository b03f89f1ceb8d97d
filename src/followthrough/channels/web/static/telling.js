/** Names as people read them: of files without a title, and in one list each to be told from the others. */

/**
 * @param {{name: string, facts: (string | null | undefined)[]}[]} entries what each is called, and what is known of it
 *   besides, the most telling first.
 * @returns {string[]} the names; those that several have with a fact that only one of them has, else with a number.
 */
export function tellingNames(entries) {
  return entries.map((entry) => {
    const alike = entries.filter(({ name }) => same(name, entry.name));
    if (alike.length < 2) return entry.name;
    const fact = entry.facts.find((one, kind) => one && alike.filter(({ facts }) => facts[kind] === one).length < 2);
    return `${entry.name} (${fact ?? alike.indexOf(entry) + 1})`;
  });
}

const same = (/** @type {string} */ one, /** @type {string} */ other) => one.toLowerCase() === other.toLowerCase();

const FILE = /^\S+\.(?:md|mdx|markdown|rst|txt|html?|pdf|docx?|pptx?|xlsx?|csv|tsv|od[tsp]|rtf|epub|eml|msg|jsonl?|zip)$/i;

/**
 * @param {string} name of a file: `provider-manual.md`.
 * @returns {string} `Provider manual`.
 */
export function readableName(name) {
  const words = name.replace(/\.\w{2,8}$/, "").replace(/[-_\s]+/g, " ").trim();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * @template {{title: string, name: string}} Entry
 * @param {Entry} entry
 * @returns {Entry} with a readable title, where its title is but the name of its file.
 */
export const withTitle = (entry) => (entry.title === entry.name ? { ...entry, title: readableName(entry.name) } : entry);

/** @param {string} name the title of what is cited, or the name of its file. */
export const citedName = (name) => (FILE.test(name) ? readableName(name) : name);
