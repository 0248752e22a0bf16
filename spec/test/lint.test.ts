import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { redocly, specFolder } from "../src/redocly.ts";

/** A mistake for each lint rule of ours. */
const mistakes: readonly (readonly [rule: string, from: string, to: string])[] = [
  ["rule/errors-on-every-operation", '"401":', '"418":'],
  ["rule/parameter-with-example", "      example: cmp_01k9x7q2m4\n", ""],
  [
    "rule/body-with-example",
    "          examples:\n            internalError:\n",
    "          x-none:\n            internalError:\n",
  ],
  ["rule/errors-as-problems", "application/problem+json:\n", "application/json:\n"],
  [
    "bounds/no-bounds-without-effect",
    "            format: uuid\n",
    "            format: uuid\n            minLength: 0\n",
  ],
];

test("the lint refuses a mistake against each rule of ours", async () => {
  let text = await readFile(join(specFolder, "openapi.yaml"), "utf8");
  for (const [, from, to] of mistakes) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  const file = join(await mkdtemp(join(tmpdir(), "spec-lint-")), "openapi.yaml");
  await writeFile(file, text);
  const { stdout } = await redocly("lint", file, "--config", "redocly.yaml", "--format", "json");
  const { problems } = JSON.parse(stdout) as { problems: { ruleId: string }[] };
  const rules = mistakes.map(([rule]) => rule);
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(expect.arrayContaining(rules));
});
