import type { JsonObject } from "../../src/json-value.ts";

/** Texts with bounds in the thousands: the first schema is the narrower one. */
export const longTextCases: readonly (readonly [string, unknown, unknown])[] = [
  ["a lower maxLength of thousands", text(undefined, 1_000), text(undefined, 5_000)],
  ["a maxLength of thousands and none", text(undefined, 1_000), text()],
  ["minLength 1 next to a long maxLength", text(1, 5_000), text(0, 5_000)],
  ["minLength 1 next to a long maxLength, and no bound", text(1, 10_240), text(undefined, 10_240)],
  ["a long minLength and none", text(700), text()],
  ["a higher minLength of thousands", text(2_000), text(1_000)],
  ["a long minLength next to a short one", text(601), text(600)],
  [
    "a pattern and a long maxLength",
    { type: "string", pattern: "^[a-z]+$", maxLength: 1_000 },
    { type: "string", pattern: "^[a-z]+$", maxLength: 2_000 },
  ],
  [
    "an escape that only other dialects of patterns allow",
    { type: "string", pattern: "^[a-z\\_]+$", maxLength: 9 },
    { type: "string", pattern: "^[a-z\\_]+$" },
  ],
  [
    "such a pattern, and a wider one",
    { type: "string", pattern: "^a\\_$" },
    { type: "string", pattern: "^[a-z]_$" },
  ],
];

function text(minLength?: number, maxLength?: number): JsonObject {
  return {
    type: "string",
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
  };
}
