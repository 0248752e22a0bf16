/** The maximum length of a JSON Pointer in a response, because clients choose its keys. */
const maxPointerLength = 200;

/** Escapes one part of a JSON Pointer ([RFC 6901](https://www.rfc-editor.org/rfc/rfc6901)) and adds its slash. */
export function escapePointer(part: string): string {
  return `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Shortens a long pointer with an ellipsis. */
export function cutPointer(pointer: string): string {
  if (pointer.length <= maxPointerLength) return pointer;
  // Do not cut through a surrogate pair.
  return `${pointer.slice(0, maxPointerLength - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
