import { expect, test } from "vitest";
import { checkedSources } from "../src/generate/checked-sources.ts";
import { changedText } from "./changes/change.ts";
import { flows } from "./changes/flows.ts";
import { refused } from "./changes/refused.ts";

const name = "spec/openapi.yaml";

const cases = Object.entries(refused).flatMap(([instead, changes]) =>
  Object.entries(changes).map(([what, [change, line]]) => ({ what, instead, change, line })),
);

test.each(cases)("$what is refused at its line: $instead", async ({ instead, change, line }) => {
  const text = changedText(change);
  const message: string = await checkedSources(text, name, "").then(
    () => "It flows.",
    (error: Error) => error.message,
  );
  const lines = message.split("\n").flatMap((one) => {
    const [, at, sentence = ""] = /^spec\/openapi\.yaml:(\d+): (.*)$/.exec(one) ?? [];
    return sentence.endsWith(`: ${instead}.`)
      ? [text.split("\n")[Number(at) - 1]?.replace(/^[ -]*/, "")]
      : [];
  });
  expect(lines, message).toContain(line);
});

test.each([
  ["what is not YAML", "a: 1\nb: [1\n", `${name}:3: deficient indentation: correct the YAML.`],
  ["an empty file", "", `${name}:1: \`description: null\` is not carried over: write an object.`],
  [
    "ten lines that stand for a billion values",
    [
      "a: &a [1]",
      ...Array.from(
        "bcdefghij",
        (key, at) =>
          `${key}: &${key} [${"*"
            .concat("abcdefghi"[at] ?? "")
            .concat(", ")
            .repeat(10)}]`,
      ),
    ].join("\n"),
    `${name}:1: The description has more than 100000 values: write fewer, and no YAML aliases.`,
  ],
])("%s is refused", async (_what, text, message) => {
  await expect(checkedSources(text, name, "")).rejects.toThrow(message);
});

test("all changes that flow, flow together", async () => {
  const changes = Object.values(flows).flatMap((flow) => flow.changes);
  await expect(checkedSources(changedText(...changes), name, "")).resolves.toBeDefined();
});
