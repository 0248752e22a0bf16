/** Writes query parameters; those that are undefined are left out. */
export function serializeQuery(query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][];
  return new URLSearchParams(given).toString();
}
