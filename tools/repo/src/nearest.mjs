/**
 * Finds the name that a misspelt one probably means: half of its letters may be wrong.
 *
 * @param {string} text
 * @param {readonly string[]} names
 * @returns {string | undefined}
 */
export function nearest(text, names) {
  const [first] = names
    .map((name) => ({ name, distance: distance(text, name) }))
    .sort((a, b) => a.distance - b.distance);
  return first !== undefined && first.distance * 2 <= Math.max(text.length, first.name.length)
    ? first.name
    : undefined;
}

/**
 * Levenshtein distance.
 *
 * @param {string} from
 * @param {string} to
 * @returns {number}
 */
function distance(from, to) {
  let row = [...to, ""].map((_, index) => index);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (const [index, other] of [...to].entries())
      next.push(Math.min(row[index] + Number(letter !== other), row[index + 1] + 1, next[index] + 1));
    row = next;
  }
  return row[to.length];
}
