/** The members of a problem that describe the error rather than the request, without a service's own members. */
const members = ["type", "title", "status", "detail", "errors"];
/** A time in a text belongs to one request as well. */
const time = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?/g;

/** Extracts the comparable members of a problem. */
export function problemWords(problem: unknown): Record<string, unknown> {
  const entries = Object.entries((problem ?? {}) as Record<string, unknown>)
    .filter(([name]) => members.includes(name))
    .map(([name, value]) => [name, typeof value === "string" ? value.replaceAll(time, "(time)") : value]);
  return Object.fromEntries(entries.toSorted());
}
