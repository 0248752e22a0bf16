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
 * Levenshtein distance.
 *
 * @param {string} from
 * @param {string} to
 * @returns {number}
 */
function distance(from, to) {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (let index = 0; index < to.length; index++)
      next.push(Math.min(row[index] + Number(letter !== to[index]), row[index + 1] + 1, next[index] + 1));
    row = next;
  }
  return row[to.length];
}
