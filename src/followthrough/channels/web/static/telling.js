/** Names as people read them: in one list each is told from the others. */

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
