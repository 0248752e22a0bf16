import { InvalidArgumentError } from "./errors.ts";

/**
 * Percent-encodes a value.
 *
 * @throws InvalidArgumentError for text that has no UTF-8 encoding: half of a surrogate pair
 */
export function encodeValue(value: unknown): string {
  try {
    return encodeURIComponent(String(value));
  } catch {
    throw new InvalidArgumentError("a parameter has half of a surrogate pair");
  }
}
