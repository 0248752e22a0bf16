import { expect, test } from "vitest";
import { checkErrorNames } from "./error-names.ts";
import { parseSource } from "./sources.ts";

const check = (text: string) => checkErrorNames([parseSource("a.ts", text)]);

test.each([
  ["export class Conflict extends Error {}", "Conflict extends Error"],
  ["class Conflict<Kind> extends TypeError {}", "Conflict extends TypeError"],
  ["abstract class Conflict extends errors.ApiError<string> {}", "Conflict extends errors.ApiError"],
  ["const made = class Conflict extends Error {};", "Conflict extends Error"],
])("reports %s", (text, problem) => {
  expect(check(`\n${text}`)).toEqual([`a.ts:2 ${problem}, so its name has to end in Error`]);
});

test.each([
  "class ConflictError extends Error {}",
  "class Reporter extends ErrorReporter {}",
  "class Conflicts extends Map<string, Error> {}",
  "const text = 'class Conflict extends Error {}';",
])("accepts %s", (text) => {
  expect(check(text)).toEqual([]);
});
