/** How many characters of a JSON Pointer a response shows: a client chooses the keys that it is made of. */
const maxPointerLength = 200;

/** One part of a JSON Pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)), with its slash. */
export function escapePointer(part: string): string {
  return `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** A pointer for people; a long one ends in an ellipsis. */
export function cutPointer(pointer: string): string {
  if (pointer.length <= maxPointerLength) return pointer;
  // The cut may go through a surrogate pair.
  return `${pointer.slice(0, maxPointerLength - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
