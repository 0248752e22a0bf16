/** Finds the word that a misspelling probably stands for: the nearest, if at least half of it is right. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const [best] = words
    .map((candidate) => ({ candidate, distance: distance(word, candidate) }))
    .filter((each) => each.distance <= Math.max(word.length, each.candidate.length) / 2)
    .sort((a, b) => a.distance - b.distance);
  return best?.candidate;
}

/** Levenshtein distance. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (const [index, other] of [...to].entries()) {
      const [replaced = 0, removed = 0] = [row[index], row[index + 1]];
      next.push(Math.min(replaced + Number(letter !== other), removed + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
