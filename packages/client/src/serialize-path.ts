import { InvalidArgumentError } from "./errors.ts";

/**
 * Puts the path parameters into an address, percent-encoded.
 *
 * @throws InvalidArgumentError for what would reach another resource: nothing, an empty id (the list), `.` and `..` (which
 * walk up the path even when they are encoded)
 */
export type PathSerializer = (params?: Record<string, unknown>) => string;

/** Takes an address with `{name}` in it apart, once for all calls. */
export function createPathSerializer(address: string): PathSerializer {
  const [start = "", ...rest] = address.split(/[{}]/);
  return (params) => {
    let path = start;
    for (let index = 0; index < rest.length; index += 2) {
      const name = rest[index] as string;
      path += encodeSegment(name, params?.[name]) + rest[index + 1];
    }
    return path;
  };
}

function encodeSegment(name: string, given: unknown): string {
  const value = Number.isFinite(given) || typeof given === "boolean" ? String(given) : given;
  if (typeof value === "string" && value && value !== "." && value !== "..") {
    try {
      return encodeURIComponent(value);
    } catch {
      // A lone surrogate has no encoding.
    }
  }
  throw new InvalidArgumentError(`${name} must be a non-empty string other than "." and ".."`);
}
