import { InvalidArgumentError } from "./errors.ts";

/**
 * Puts the path parameters into an address, percent-encoded.
 *
 * @throws InvalidArgumentError for what would reach another resource: nothing, an empty id (the list), `.` and `..` (which
 * walk up the path even when they are encoded)
 */
export function serializePath(address: string, params: Record<string, unknown>): string {
  let complete = address;
  for (const name in params) complete = complete.replace(`{${name}}`, encodeSegment(name, params[name]));
  return complete;
}

function encodeSegment(name: string, value: unknown): string {
  if (typeof value === "string" && value && value !== "." && value !== "..") {
    try {
      // It encodes `$` too, which `replace` would read as a pattern.
      return encodeURIComponent(value);
    } catch {
      // A lone surrogate has no encoding.
    }
  }
  throw new InvalidArgumentError(`${name} must be a non-empty string other than "." and ".."`);
}
