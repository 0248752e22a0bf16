import { encodeValue } from "./encode-value.ts";
import { InvalidArgumentError } from "./errors.ts";

/**
 * Puts path parameters into an address, percent-encoded.
 *
 * @throws InvalidArgumentError for what would reach another resource: nothing, an empty id (the list), `.` and `..` (which
 * walk up the path even when they are encoded)
 */
export type PathSerializer = (params?: Record<string, unknown>) => string;

/** Takes an address with `{name}` in it apart, once for all calls. */
export function createPathSerializer(address: string): PathSerializer {
  const parts = address.split(/[{}]/);
  return (params) =>
    parts.map((part, index) => (index % 2 ? encodeSegment(part, params?.[part]) : part)).join("");
}

function encodeSegment(name: string, given: unknown): string {
  const value = Number.isFinite(given) || typeof given === "boolean" ? String(given) : given;
  if (typeof value === "string" && !/^\.{0,2}$/.test(value)) return encodeValue(value);
  throw new InvalidArgumentError(`${name} must be a non-empty string other than "." and ".."`);
}
