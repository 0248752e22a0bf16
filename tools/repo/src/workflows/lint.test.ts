import { describe, expect, test } from "vitest";
import { lintWorkflows } from "./lint.ts";
import { readWorkflow } from "./workflow.ts";

const checkout = "actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2";
const good = `name: Good
on:
  push:
    branches: [main]
permissions: {}
concurrency:
  group: good
jobs:
  test:
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      contents: read
    steps:
      - uses: ${checkout}
        with:
          persist-credentials: false
      - run: pnpm check
  call:
    permissions:
      contents: read
    uses: ./.github/workflows/called.yml
    with:
      spec: openapi.yaml
`;
const calledWorkflow = `name: Called
on:
  workflow_call:
    inputs:
      spec:
        type: string
        required: true
permissions: {}
jobs:
  one:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions: {}
    steps:
      - env:
          SPEC: \${{ inputs.spec }}
        run: echo "$SPEC"
`;

const lint = (text: string, called = calledWorkflow): Promise<string[]> =>
  lintWorkflows([readWorkflow("good.yml", text), readWorkflow("called.yml", called)], ["check"]);

const mistakes: [mistake: string, from: string, to: string, says: RegExp][] = [
  [
    "a runner that does not exist",
    "runs-on: ubuntu-latest",
    "runs-on: ubuntu-newest",
    /"ubuntu-newest" is unknown/,
  ],
  ["a pin without its version", " # v6.0.2", "", /name the version/],
  [
    "no top-level permissions",
    "permissions: {}\nconcurrency",
    "concurrency",
    /start from `permissions: \{\}`/,
  ],
  [
    "a job without permissions",
    "    permissions:\n      contents: read\n    steps",
    "    steps",
    /job test: list its/,
  ],
  ["no concurrency", "concurrency:\n  group: good\n", "", /has no `concurrency`/],
  ["a job without a time limit", "    timeout-minutes: 10\n", "", /job test: set `timeout-minutes`/],
  [
    "credentials left behind",
    "persist-credentials: false",
    "persist-credentials: true",
    /persist-credentials: false/,
  ],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub's, not of JavaScript's
  ["an expression inside a script", "pnpm check", "echo ${{ github.ref }}", /through `env`/],
  ["a script that does not exist", "pnpm check", "pnpm chekc", /`pnpm chekc` is not a script/],
  ["a call of a missing workflow", "called.yml", "missing.yml", /missing\.yml does not exist/],
  ["an unknown input of a call", "spec: openapi.yaml", "specs: openapi.yaml", /has no input specs/],
  ["a missing input of a call", "    with:\n      spec: openapi.yaml\n", "", /needs the input spec/],
];

describe("the workflow lint", () => {
  test("passes a valid workflow and the one that it calls", async () => {
    expect(await lint(good)).toEqual([]);
  });

  test.each(mistakes)("reports %s", async (_mistake, from, to, says) => {
    const text = good.replace(from, to);
    expect(text).not.toBe(good);
    expect((await lint(text)).join("\n")).toMatch(says);
  });

  test("reports an input that a called workflow does not have", async () => {
    expect((await lint(good, calledWorkflow.replace("inputs.spec", "inputs.spek"))).join("\n")).toMatch(
      /"spek" is not defined/,
    );
  });

  test("reports one action with two pins", async () => {
    const other = calledWorkflow.replace(
      "    steps:\n",
      `    steps:\n      - uses: ${checkout.replace("de0f", "de0e")}\n        with:\n          persist-credentials: false\n`,
    );
    expect((await lint(good, other)).join("\n")).toMatch(/pinned to 2 different commits/);
  });

  test("requires the versions of pins in an action of this repository too", async () => {
    const action = { file: "install/action.yml", text: "    - uses: actions/setup-node@v6\n" };
    const problems = await lintWorkflows([], [], [action]);
    expect(problems).toEqual([
      expect.stringMatching(/^install\/action\.yml: line 1: name the version of actions/),
    ]);
  });
});
