/**
 * Makes an attempt with a time limit, and doubles the limit while the machine is too slow for what must
 * happen before it.
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
