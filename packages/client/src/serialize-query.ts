import { encodeValue } from "./encode-value.ts";
import type { QueryWriter } from "./query-styles.ts";

/**
 * Writes query parameters, with the question mark where there are any; those that are undefined are left out.
 * A list is written as `ids=a&ids=b` unless its style says otherwise.
 *
 * @throws InvalidArgumentError for text that has no UTF-8 encoding: half of a surrogate pair
 */
export function serializeQuery(
  query: Readonly<Record<string, unknown>>,
  styles?: Readonly<Record<string, QueryWriter>>,
): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : (styles?.[name] ?? repeated)(encodeValue(name), value),
  );
  return parts.length ? `?${parts.join("&")}` : "";
}

const repeated: QueryWriter = (name, value) => [value].flat().map((item) => `${name}=${encodeValue(item)}`);
