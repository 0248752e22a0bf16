import { InvalidArgumentError } from "./errors.ts";

/**
 * Puts the path parameters into an address, percent-encoded.
 *
 * @throws InvalidArgumentError for what would reach another resource: nothing, an empty id (the list), `.` and `..` (which
 * walk up the path even when they are encoded)
 */
export function serializePath(address: string, params: Record<string, unknown>): string {
  return address.replace(/\{(\w+)\}/g, (_match, name: string) => {
    const value = params[name];
    if (typeof value === "string" && !/^\.{0,2}$/.test(value)) {
      try {
        return encodeURIComponent(value);
      } catch {}
    }
    throw new InvalidArgumentError(`${name} must be a non-empty string other than "." and ".."`);
  });
}
