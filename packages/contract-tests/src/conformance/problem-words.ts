/** The members of a problem that say what went wrong, and not which request it was; others are a service's own. */
const members = ["type", "title", "status", "detail", "errors"];

/** What a problem says, for comparison with another. */
export function problemWords(problem: unknown): Record<string, unknown> {
  const entries = Object.entries((problem ?? {}) as Record<string, unknown>);
  return Object.fromEntries(entries.filter(([name]) => members.includes(name)).toSorted());
}
