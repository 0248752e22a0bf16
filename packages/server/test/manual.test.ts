import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { useIntervalMs } from "../src/auth/api-keys.ts";
import { maxOwnerIdLength } from "../src/computers/computer.ts";
import { settings } from "../src/config/settings.ts";
import { admissionLimits } from "../src/http/admission.ts";
import { runStates } from "../src/provisioning/command/run/run-states.ts";
import { keptDays } from "../src/provisioning/command/run/step-logs.ts";
import { defaultStepMs } from "../src/provisioning/simulated-provisioner.ts";
import { trustedMs } from "../src/storage/stores/api-keys.ts";

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
const oldestNode = JSON.parse(read("package.json")).engines.node.replace(">=", "");

test.each([
  ["README.md", `Node.js ${oldestNode} or newer`],
  ["README.md", `Listening on http://127.0.0.1:${settings.port.default}, `],
  ["docs/operations.md", `at most ${maxOwnerIdLength} characters`],
  ["docs/operations.md", `takes effect within ${trustedMs / 1_000} s`],
  ["docs/operations.md", `up to ${useIntervalMs / 60_000} minutes late`],
  ["docs/operations.md", `kept for ${keptDays} days`],
  ["docs/operations.md", `at most ${admissionLimits.lists.unfinished} lists and`],
  [
    "docs/operations.md",
    `lists and ${admissionLimits.others.unfinished.toLocaleString("en")} other requests`,
  ],
  [
    "src/in-process-server.ts",
    `How long a simulated step takes, in milliseconds. @default ${defaultStepMs} `,
  ],

  ["../../examples/operator/README.md", `127.0.0.1:${settings.port.default}/metrics`],
])("%s has the figure of the code: %s", (file, text) => {
  expect(read(file).replaceAll(/\s+/g, " ")).toContain(text);
});

test.each(Object.entries(runStates))("docs/operations.md has the row of the state %s", (name, state) => {
  const { writer, file, reader, undo, crash } = state;
  const row = [name, writer, file, reader, undo, crash].join(" | ");
  expect(read("docs/operations.md").replaceAll(/ +/g, " ")).toContain(`| ${row} |`);
});

test("the manuals have no measured figures but those that the bench prints", () => {
  const manuals = readdirSync(new URL("../docs/", import.meta.url)).filter((name) => name.endsWith(".md"));
  const lines = manuals.flatMap((name) => read(`docs/${name}`).split("\n"));
  const measured = lines.filter((line) => /≈|\d ?(?:µs|[kKMGT]B)\b/.test(line));
  const sources = measured.map((line) => /^\| (.+?) +\|/.exec(line)?.[1] ?? line);
  expect(sources).toEqual([
    expect.stringContaining("with computers of 1 KB of JSON"),
    "GET of one computer",
    "List of 100 with their steps",
    "PATCH",
  ]);
});
