import type { JsonObject } from "../src/json-value.ts";

/** The keywords `if` and `then`. */
export function when(condition: unknown, then: unknown): JsonObject {
  return { if: condition, then };
}
