import { expect, test } from "vitest";
import { cutPointer } from "./pointer-text.ts";

test.each([
  ["a".repeat(200), "a".repeat(200)],
  ["a".repeat(201), `${"a".repeat(199)}…`],
  [`${"a".repeat(198)}🚀a`, `${"a".repeat(198)}…`],
  [`🚀${"a".repeat(200)}`, `🚀${"a".repeat(197)}…`],
])("%.5s… has at most 200 characters, all of them whole", (pointer, cut) => {
  expect(cutPointer(pointer)).toBe(cut);
});
