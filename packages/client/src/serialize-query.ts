/** Writes query parameters, with the question mark where there are any; those that are undefined are left out. */
export function serializeQuery(query?: Record<string, unknown>): string {
  if (!query) return "";
  const given = Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][];
  return given.length ? `?${new URLSearchParams(given)}` : "";
}
