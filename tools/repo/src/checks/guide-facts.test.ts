import { expect, test } from "vitest";
import { looseFigures, unknownNames, wordsOfSources } from "./guide-facts.ts";

const source = { file: "src/a.ts", text: "// was: pauseMs\nconst timeoutMs = 30_000;" };
const words = wordsOfSources([source], ["docs/guide.md"]);
const guide = (text: string) => [{ file: "guide.md", text }];

test.each([
  [
    "a name that only a comment has",
    "Set `pauseMs`.",
    ["guide.md names pauseMs in `pauseMs`, which no source has"],
  ],
  [
    "a part of a longer span",
    "Run `guide.md --speed`.",
    ["guide.md names speed in `guide.md --speed`, which no source has"],
  ],
  ["nothing in a name of the source", "Set `timeoutMs`, as in `guide.md`.", []],
  ["nothing in a program", "```ts\n`other`\n```", []],
])("finds %s", (_what, text, found) => {
  expect(unknownNames(guide(text), words)).toEqual(found);
});

const held = [{ guide: "guide.md", figure: "30 seconds", source: "src/a.ts", says: "timeoutMs = 30_000" }];

test.each([
  ["nothing while guide and source agree", "It waits 30 seconds.", source.text, 0],
  ["a figure of no source", "It waits 30 seconds, then 5 minutes.", source.text, 1],
  ["a source that changed", "It waits 30 seconds.", "const timeoutMs = 20_000;", 1],
  ["a figure that the guide no longer says", "It waits.", source.text, 1],
])("finds %s", (_what, text, code, count) => {
  expect(looseFigures(guide(text), [{ ...source, text: code }], held)).toHaveLength(count);
});
