import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkPhrases, findPhrases } from "./phrases.ts";

test.each([
  ["a phrase", "A taken name is answered with 409.", "answered with"],
  ["a phrase in any letter case", "Nobody reads it.", "Nobody"],
  ["a phrase over two lines of a comment", "/**\n * A value that is\n * no UUID.\n */", "is * no "],
  ["a verb in any form", "It heeded no signal.", "heeded"],
  ["a phrase over two lines of prose", "The request is sent\nagain.", "sent again"],
])("finds %s", (_name, text, phrase) => {
  const [found] = findPhrases("a.md", text);
  expect(found).toContain(`says "${phrase.trim()}"`);
});

test("names the line and something better", () => {
  expect(findPhrases("docs/a.md", "one\ntwo\nRead anew.")).toEqual([
    'docs/a.md:3 says "anew"; better: again; uncached',
  ]);
});

test.each([
  "There is no computer.",
  "there\nare no scopes",
  "It is no longer there.",
  "Whether there is no such step.",
  "The answer is 42; tests answer questions.",
  "No more than that; not any more than one.",
  "default documented where there was none",
  "It is now `valid` instead of `in force`.",
  'for (const value of ["Bearer nobody", `nobody`, "nobody"]) {}',
])("leaves %j alone", (text) => {
  expect(findPhrases("a.md", text)).toEqual([]);
});

test("reads texts by hand, and neither generated files nor released notes", async () => {
  const root = await mkdtemp(join(tmpdir(), "phrases-"));
  const files = ["a.ts", "a.gen.ts", "CHANGELOG.md", "a.png", "gone.md"];
  try {
    for (const file of files.slice(0, 4)) await writeFile(join(root, file), "// nobody\n");
    expect(await checkPhrases({ root, files })).toHaveLength(1);
  } finally {
    await rm(root, { recursive: true });
  }
});
