/**
 * Tries something with a time limit, and again with twice the limit for as long as this machine was too slow for what has to
 * happen before the limit.
 *
 * @param attempt takes the limit in milliseconds, and tells whether that happened
 */
export async function withEnoughTime<Result extends { readonly happened: boolean }>(
  attempt: (limitMs: number) => Promise<Result>,
): Promise<Result> {
  for (let limitMs = 250; ; limitMs *= 2) {
    const result = await attempt(limitMs);
    if (result.happened) return result;
  }
}
