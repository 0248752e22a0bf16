/** How many times as long as a count took it is taken for the next one. */
const restFactor = 100;

/** Counts a large table at most a hundredth of the time, because other requests wait for it; a small one is counted each time. */
export function countRarely<Counts>(count: () => Counts | Promise<Counts>): () => Promise<Counts> {
  let last: { readonly counts: Counts; readonly until: number } | undefined;
  return async () => {
    const startedAt = performance.now();
    if (last !== undefined && startedAt < last.until) return last.counts;
    const counts = await count();
    const endedAt = performance.now();
    last = { counts, until: endedAt + (endedAt - startedAt) * restFactor };
    return counts;
  };
}
