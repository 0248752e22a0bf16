import { describe, expect, test } from "vitest";
import { allFormats } from "./formats.ts";

const examples: Readonly<Record<string, readonly [valid: readonly string[], invalid: readonly string[]]>> = {
  uuid: [
    ["3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10", "3F0C9A52-6B1E-4F0F-9D1C-2A7C5E8B4D10"],
    ["urn:uuid:3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10", "3f0c9a526b1e4f0f9d1c2a7c5e8b4d10"],
  ],
  uri: [
    ["https://a.example/x?y#z", "mailto:a", "a:%20"],
    ["a:", "/x", "https://a b", "a:%2", "a:日", ""],
  ],
  "uri-reference": [
    ["", "/x", "#", "https://a"],
    ["%", "a b", "日"],
  ],
  date: [
    ["2026-01-31", "2024-02-29"],
    ["2026-02-29", "2026-04-31", "2026-1-01", "2026-13-01", "1900-02-29"],
  ],
  "date-time": [
    ["2026-01-31T12:00:00Z", "2026-01-31t12:00:00z", "2026-01-31 12:00:00+01:00"],
    [
      "2026-02-30T12:00:00Z",
      "2026-01-31",
      "2026-01-31T12:00:00",
      "2026-01-31T24:00:00Z",
      "2026-01-31T12:00:60Z",
    ],
  ],
  email: [
    ["a@b.example", "a.b+c@localhost"],
    ["a", "@b", "a@", ".a@b", "a..b@c", "a b@c", "a@b_c", "a@-b", "a@b."],
  ],
};

test("every format has examples", () => {
  expect(Object.keys(examples).toSorted()).toEqual(Object.keys(allFormats).toSorted());
});

describe.each(Object.entries(examples))("%s", (name, [valid, invalid]) => {
  test.each(valid)("matches %j", (text) => expect(allFormats[name]?.test(text)).toBe(true));
  test.each(invalid)("does not match %j", (text) => expect(allFormats[name]?.test(text)).toBe(false));
});
