/** The maximum length of an excerpt. */
const longest = 300;
/** How much of the text before the place an excerpt shows. */
const lead = 60;

/**
 * Cuts a long response body around a place.
 *
 * @param place JSON texts in their order, such as an ID and the name of a member; those that are missing are skipped
 */
export function excerpt(body: string, place: readonly string[] = []): string {
  if (body.length <= longest) return body;
  let at = 0;
  for (const text of place) {
    const found = body.indexOf(JSON.stringify(text), at);
    if (found >= 0) at = found;
  }
  const start = Math.max(0, Math.min(at - lead, body.length - longest));
  const end = start + longest;
  return `${start > 0 ? "..." : ""}${body.slice(start, end)}${end < body.length ? "..." : ""}`;
}

/** Cuts the middle out of long lines; the end of a message often says what was expected. */
export function withoutMiddle(message: string): string {
  return message.replaceAll(/^(.{200}).{50,}(.{150})$/gmu, "$1 ... $2");
}
