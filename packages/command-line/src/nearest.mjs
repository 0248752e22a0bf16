// Plain JavaScript: `npm start` needs it on any Node.js, before anything is installed.

/**
 * Finds the word that a misspelt one was probably meant to be: the nearest, if at least half of it is right.
 *
 * @param {string} word
 * @param {readonly string[]} words
 * @returns {string | undefined}
 */
export function nearest(word, words) {
  const [best] = words
    .map((candidate) => ({ candidate, distance: distance(word, candidate) }))
    .filter((each) => each.distance <= Math.max(word.length, each.candidate.length) / 2)
    .sort((a, b) => a.distance - b.distance);
  return best?.candidate;
}

/**
 * Levenshtein distance, with two neighbours that changed places as one mistake.
 *
 * @param {string} from
 * @param {string} to
 * @returns {number}
 */
function distance(from, to) {
  /** @type {number[]} */
  let before = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let at = 0; at < from.length; at++) {
    const next = [at + 1];
    for (let index = 0; index < to.length; index++) {
      const replaced = row[index] + (from[at] === to[index] ? 0 : 1);
      const isSwapped = at > 0 && index > 0 && from[at] === to[index - 1] && from[at - 1] === to[index];
      const swapped = isSwapped ? before[index - 1] + 1 : replaced;
      next.push(Math.min(replaced, swapped, row[index + 1] + 1, next[index] + 1));
    }
    [before, row] = [row, next];
  }
  return row[to.length];
}
