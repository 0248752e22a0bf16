/** The members of a problem that describe the error rather than the request, without a service's own members. */
const members = ["type", "title", "status", "detail", "errors"];

/** Extracts the comparable members of a problem. */
export function problemWords(problem: unknown): Record<string, unknown> {
  const entries = Object.entries((problem ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.filter(([name]) => members.includes(name)).toSorted());
}
