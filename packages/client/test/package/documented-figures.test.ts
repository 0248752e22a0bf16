import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { defaultLimits } from "../../src/sending/config.ts";
import { waitLimits } from "../../src/wait-until-settled.ts";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
const figure = (text: string) => Number(text.replaceAll("_", ""));

/** The figures in the tags `@default` of a file, by option. */
function documented(file: string): Record<string, number> {
  const tags = read(file).matchAll(/@default ([\d_]+|Infinity)\b[^\n]*\s*\*\/\s*readonly (\w+)\?/g);
  return Object.fromEntries([...tags].map(([, text = "", name = ""]) => [name, figure(text)]));
}

test("the docstrings and the README state the defaults of the code", () => {
  expect(documented("src/sending/options.ts")).toEqual(defaultLimits);
  expect(documented("src/wait-until-settled.ts")).toEqual(waitLimits);
  const rows = [...read("README.md").matchAll(/^\| `(\w+)` +\| `([\d_]+)` +\|/gm)];
  const { deadlineMs: _none, ...finite } = defaultLimits;
  expect(Object.fromEntries(rows.map(([, name, text = ""]) => [name, figure(text)]))).toEqual(finite);
});
