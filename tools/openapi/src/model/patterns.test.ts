import { expect, test } from "vitest";
import { unicodePattern } from "./patterns.ts";

test.each([
  ["^[a-z]{2}$", "^[a-z]{2}$", "ab"],
  ["^[\\w-/]+$", "^[\\w\\-/]+$", "a-b/c"],
  ["^[+-\\d]$", "^[+\\-\\d]$", "-"],
  ["^a\\-b\\@c\\_d$", "^a-b@c_d$", "a-b@c_d"],
  ["^[\\-\\']$", "^[\\-']$", "'"],
  ["^\\ {2}}$", "^ {2}\\}$", "  }"],
  ["^{a]$", "^\\{a\\]$", "{a]"],
  ["^[[\\@]$", "^[\\[@]$", "["],
])("writes %s for the flag u", (pattern, written, text) => {
  expect(unicodePattern(pattern)).toBe(written);
  expect(new RegExp(pattern).test(text)).toBe(true);
  expect(new RegExp(written, "u").test(text)).toBe(true);
});

test.each(["(", "(?P<year>\\d+)", "\\Aa\\z", "\\Qa\\E", "a++", "[b-a]"])(
  "%s is not of ECMA-262",
  (pattern) => {
    expect(unicodePattern(pattern)).toBeUndefined();
  },
);
