/** Finds the word that a misspelt one was probably meant to be: the nearest, if at least half of it is right. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((candidate) => ({ candidate, distance: distance(word, candidate) }))
    .filter((each) => each.distance <= Math.max(word.length, each.candidate.length) / 2)
    .toSorted((a, b) => a.distance - b.distance);
  return best?.candidate;
}

/** Levenshtein distance, with two neighbours that changed places as one mistake. */
function distance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let at = 0; at < from.length; at++) {
    const next = [at + 1];
    for (let index = 0; index < to.length; index++) {
      const replaced = (row[index] as number) + (from[at] === to[index] ? 0 : 1);
      const isSwapped = at > 0 && index > 0 && from[at] === to[index - 1] && from[at - 1] === to[index];
      const swapped = isSwapped ? (before[index - 1] as number) + 1 : replaced;
      next.push(Math.min(replaced, swapped, (row[index + 1] as number) + 1, (next[index] as number) + 1));
    }
    [before, row] = [row, next];
  }
  return row[to.length] as number;
}
