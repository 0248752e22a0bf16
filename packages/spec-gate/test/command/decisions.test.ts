import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { reportFormats } from "../../src/report/report.ts";
import { temporaryFiles } from "../temporary-files.ts";
import { runCli } from "./run-cli.ts";

/** A description with these properties in its only response, in JSON so that it is easy to edit. */
function api(properties: readonly string[], version = "1.0.0", maxLength = 9): string {
  const schema = {
    type: "object",
    properties: Object.fromEntries(properties.map((name) => [name, { type: "string", maxLength }])),
  };
  const response = { description: "Things.", content: { "application/json": { schema } } };
  const get = (operationId: string) => ({ get: { operationId, responses: { 200: response } } });
  const paths = { "/things": get("listThings") };
  return JSON.stringify({ openapi: "3.1.0", info: { title: "T", version }, paths }, null, 2);
}

const file = "api.json";
const without = { [file]: api(["a"]) };

/** A folder with a base, and a revision that removes the property b from it. */
function broken(more: Record<string, string> = {}) {
  const { folder, write: writeFile } = temporaryFiles();
  const write = (files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) writeFile(name, text);
  };
  write({ "base.json": api(["a", "b"]), ...without, ...more });
  const check = (...args: string[]) => runCli(["check", file, "--base", "base.json", ...args], folder);
  const json = async (...args: string[]) => JSON.parse((await check("--format", "json", ...args)).stdout);
  const accepted = () =>
    readdirSync(join(folder, "spec-gate-accepted"))
      .map((name) => readFileSync(join(folder, "spec-gate-accepted", name), "utf8"))
      .join("---\n");
  return { folder, write, check, json, accepted };
}

const because = ["--accept", "--reason", "no client reads b: measured in March"];

describe("an acceptance", () => {
  test("is written by --accept, with its reason, and lets the change pass", async () => {
    const { check, accepted } = broken();
    const red = await check();
    expect(red.code).toBe(1);
    const { code, stdout } = await check(...because);
    expect(code, stdout).toBe(1);
    expect(stdout).toContain("a minor change requires 1.1.0");
    expect(load(accepted())).toEqual({
      description: "api.json",
      rule: "response-property-removed",
      operation: "GET /things",
      place: expect.stringMatching(/› b$/),
      reason: "no client reads b: measured in March",
      until: "2.0.0",
    });
  });

  test.each([
    ["1.0.0", "1.1.0"],
    ["0.9.0", "0.10.0"],
  ])("passes with the minor version that an accepted change requires, from %s", async (before, after) => {
    const { check, write } = broken({ "base.json": api(["a", "b"], before), [file]: api(["a"], before) });
    expect((await check()).stdout).toContain(
      `If this is intended, move info.version to ${after}, run spec-gate with --accept --reason WHY and commit both.`,
    );
    write({ [file]: api(["a"], after) });
    expect(await check(...because)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Every breaking change is accepted. 1 breaking change is accepted."),
    });
  });

  test.each(reportFormats)("appears in the %s report, with its reason", async (format) => {
    const { check } = broken();
    await check(...because);
    const { stdout } = await check("--format", format);
    if (format === "changelog") return expect(stdout).toContain("### Breaking");
    expect(stdout).toContain("no client reads b: measured in March");
    expect(stdout).toContain("response-property-removed".slice(0, format === "markdown" ? 0 : 25));
  });

  test("covers one change: another at the same place breaks, and its acceptance replaces the first", async () => {
    const { check, write, accepted } = broken();
    write({ [file]: api(["a", "b"], "1.1.0", 10) });
    expect((await check("--accept", "--reason", "longer")).code).toBe(0);
    write({ [file]: api(["a", "b"], "1.1.0", 11) });
    expect((await check()).code).toBe(1);
    await check("--accept", "--reason", "even longer");
    expect(accepted()).toContain("even longer");
    expect(accepted()).not.toContain("reason: longer");
  });

  test("outlives its merge: unused it warns, or fails if the policy says so", async () => {
    const { check, write, accepted } = broken();
    write({ [file]: api(["a"], "1.1.0") });
    await check(...because);
    write({ "base.json": api(["a"], "1.1.0") });
    const next = (properties: readonly string[], version: string) =>
      write({ [file]: api(properties, version) });
    next(["a", "c"], "1.2.0");
    const { code, stdout } = await check();
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(
      /the acceptance of response-property-removed matches no change; it expires in 2\.0\.0\./,
    );
    expect((await check("--accept")).code).toBe(0);
    expect(accepted()).toContain("rule:");
  });

  test("names its description, and no other description sees it", async () => {
    const { check, write, folder, accepted } = broken();
    write({ "other.json": api(["a", "b"]) });
    const other = (...args: string[]) => runCli(["check", "other.json", "--base", file, ...args], folder);
    await check(...because);
    expect((await other()).stdout).not.toContain("matches no change");
    expect((await other("--accept", "--reason", "another")).stdout).not.toContain("dropped");
    expect(accepted()).toContain("no client reads b");
  });

  test("expires in its version", async () => {
    const { check, write } = broken();
    await check(...because, "--until", "1.2.0");
    write({ [file]: api(["a"], "1.1.9") });
    expect((await check()).code).toBe(0);
    write({ [file]: api(["a"], "1.2.0") });
    const { code, stdout } = await check();
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /the acceptance of response-property-removed expired in 1\.2\.0; delete spec-gate-accepted/,
    );
    expect(stdout).toContain("major");
    expect((await check(...because)).stdout).not.toContain("expired");
  });

  test.each([
    ["2999-12-31", true],
    ["2000-01-01", false],
  ])("holds until the end of the day %s: %s", async (day, isHolding) => {
    const { check, write } = broken();
    await check(...because, "--until", day);
    write({ [file]: api(["a"], "9.0.0") });
    const { code, stdout } = await check();
    expect(code, stdout).toBe(isHolding ? 0 : 1);
    if (!isHolding) expect(stdout).toContain("expired in 2000-01-01");
  });

  test("stays with others when one is added", async () => {
    const { check, accepted, write } = broken();
    await check(...because);
    write({ [file]: api(["a"], "1.1.0", 10) });
    await check("--accept", "--reason", "longer names");
    expect(accepted().split("---\n")).toHaveLength(2);
    expect((await check()).code).toBe(0);
  });

  const valid = `description: ${file}\nrule: x\noperation: y\nplace: z\nuntil: 2.0.0\nreason: w\n`;
  test.each([
    [valid.replace("reason: w\n", ""), /accepted\/a\.yaml:1: the acceptance has no reason/],
    ["- 1\n", /accepted\/a\.yaml:1: an acceptance must be a map/],
    [`${valid}why: v\n`, /:7: an acceptance has no field why/],
    [valid.replace(file, "gone.json"), /:1: there is no description gone\.json; correct the path/],
    ["- [", /accepted\/a\.yaml:1 is neither YAML/],
  ])("reports an invalid file with its line", async (text, says) => {
    const { code, stderr } = await broken({ "spec-gate-accepted/a.yaml": text }).check();
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
  });
});

describe("check", () => {
  test.each<[name: string, properties: readonly string[], version: string, code: number, says: string]>([
    ["no change", ["a", "b"], "1.0.0", 0, "No change."],
    ["an addition with a new version", ["a", "b", "c"], "1.1.0", 0, "as the change requires"],
    ["an addition in the same version", ["a", "b", "c"], "1.0.0", 1, "a minor change requires 1.1.0."],
  ])("judges %s", async (_name, properties, version, code, says) => {
    const { check, write } = broken();
    write({ [file]: api(properties, version) });
    expect(await check()).toMatchObject({ code, stdout: expect.stringContaining(says) });
  });

  const accept = "run spec-gate with --accept --reason WHY";
  test.each([
    [
      "1.0.0",
      "forbidden",
      "info.version stayed 1.0.0; an accepted change requires 1.1.0.",
      `move info.version to 1.1.0, ${accept} and commit both`,
    ],
    [
      "1.1.0",
      "forbidden",
      "info.version went from 1.0.0 to 1.1.0.",
      `${accept} and commit the file it writes`,
    ],
    [
      "2.0.0",
      "forbidden",
      "info.version went from 1.0.0 to 2.0.0.",
      `${accept} and commit the file it writes`,
    ],
    [
      "1.1.0",
      "with-version",
      "info.version went from 1.0.0 to 1.1.0; a major change requires 2.0.0.",
      "move info.version to 2.0.0",
    ],
    [
      "v2",
      "forbidden",
      "info.version is not checked: v2 is not a semantic version.",
      `${accept} --until DATE and commit the file it writes`,
    ],
  ])(
    "says what lets a break pass, and only that: version %s, %s",
    async (version, breaking, line, wayOut) => {
      const { check } = broken({ [file]: api(["a"], version), "spec-gate.yaml": `breaking: ${breaking}\n` });
      const { code, stdout } = await check();
      expect(code).toBe(1);
      expect(stdout.split("\n").slice(-3)).toEqual([line, `If this is intended, ${wayOut}.`, ""]);
      // Besides the change, the version fails only where moving it helps.
      const failures = line.includes("requires") ? 2 : 1;
      expect((await check("--format", "junit")).stdout).toContain(`tests="3" failures="${failures}"`);
    },
  );

  test.each(reportFormats)("names no version that would not let a change pass, in %s", async (format) => {
    const { check } = broken();
    expect((await check("--format", format)).stdout).not.toContain("2.0.0");
  });

  test("lets other texts wait for the next version", async () => {
    const { check, write } = broken();
    write({ [file]: api(["a", "b"]).replace("Things.", "All things.") });
    expect(await check()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("text-only changes wait for the next version."),
    });
  });
});

describe("a policy file", () => {
  const rule = "response-property-removed";

  test.each([
    ["minor", 1, "minor"],
    ["off", 0, "none"],
    ["major", 1, "major"],
  ])("makes a rule %s", async (impact, exitCode, expected) => {
    const { json } = broken({ "spec-gate.yaml": `rules:\n  ${rule}: ${impact}\n` });
    const report = await json();
    expect(report).toMatchObject({ exitCode, impact: expected, policy: { file: "spec-gate.yaml" } });
    expect(report.changes).toHaveLength(impact === "off" ? 0 : 1);
  });

  test("reports what it overrode, and how many changes are off", async () => {
    const minor = broken({ "spec-gate.yaml": `rules: { ${rule}: minor }` });
    expect((await minor.check()).stdout).toContain("major by default");
    const off = broken({ "p.yaml": `rules: { ${rule}: off }` });
    expect((await off.check("--policy", "p.yaml")).stdout).toContain("1 change is turned off by p.yaml.");
  });

  test("says of a rule that it raised only that the policy did", async () => {
    const { check, write } = broken({ "spec-gate.yaml": "rules: { response-property-added: major }" });
    write({ [file]: api(["a", "b", "c"]) });
    const { code, stdout } = await check();
    expect(code).toBe(1);
    expect(stdout).toMatch(/minor by default$/m);
    expect(stdout).not.toContain("does not break anything");
  });

  test("can accept a breaking change because the version moved as required", async () => {
    const { check, write } = broken({ "spec-gate.yaml": "breaking: with-version\n" });
    expect((await check()).code).toBe(1);
    write({ [file]: api(["a"], "2.0.0") });
    const { code, stdout } = await check();
    expect(code).toBe(0);
    expect(stdout).toContain(
      "Breaking: 1 change breaks callers or readers. The policy permits it: info.version moved to 2.0.0.",
    );
  });

  test("printed by `spec-gate rules` changes nothing", async () => {
    const { json, folder, write } = broken();
    const { code, stdout } = await runCli(["rules"], folder);
    expect(code).toBe(0);
    const { changes } = await json();
    write({ "spec-gate.yaml": stdout });
    expect((await json()).changes).toEqual(changes);
  });

  test.each([
    ["rules:\n  no-such-rule: off\n", /spec-gate\.yaml:2: unknown rule no-such-rule/],
    [
      `rules:\n  ${rule}: patch\n`,
      /spec-gate\.yaml:2: response-property-removed is patch; choose major, minor or off/,
    ],
    ["breaking: sometimes\n", /:1: breaking is sometimes; choose forbidden or with-version/],
    [
      "braking: forbidden\n",
      /:1: unknown setting braking; choose rules, breaking, removal, baseline, exempt/,
    ],
    ["baseline: soon\n", /:1: baseline is soon; write a date such as 2026-12-31/],
    ["rules: [a]\n", /`rules` must map/],
    ["a: [", /spec-gate\.yaml:1 is neither YAML/],
  ])("reports an invalid entry with its line", async (text, says) => {
    const { code, stderr } = await broken({ "spec-gate.yaml": text }).check();
    expect(code).toBe(2);
    expect(stderr).toMatch(says);
  });

  test("accepts the example in the README", async () => {
    const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
    const [, shown = ""] = /```yaml\n(rules:[\s\S]*?)```/.exec(readme) ?? [];
    const { json } = broken({ "spec-gate.yaml": shown });
    expect(await json()).toMatchObject({ impact: "major", policy: { breaking: "with-version" } });
  });
});

describe("until the end of a baseline", () => {
  test("what fails is only reported, whatever the format", async () => {
    const { check, write } = broken({ "spec-gate.yaml": "baseline: 2999-12-31\n" });
    for (const format of reportFormats) {
      const { code, stdout } = await check("--format", format);
      expect(code, format).toBe(0);
      if (format === "junit" || format === "changelog") continue;
      expect(stdout).toContain(format === "sarif" ? '"level": "warning"' : "2999-12-31");
      expect(stdout).not.toMatch(/"level": "error"|::error/);
    }
    expect((await check()).stdout).toContain("The gate only reports this until 2999-12-31.");
    write({ [file]: api(["a", "b", "c"], "1.1.0") });
    expect((await check()).stdout).not.toContain("2999");
    write({ ...without, "spec-gate.yaml": "baseline: 2000-01-01\n" });
    expect((await check()).code).toBe(1);
  });
});

test("a changelog tells users what changed, accepted or not, without the gate's verdict", async () => {
  const { check, write } = broken();
  write({ [file]: api(["a", "c"], "1.1.0").replace("Things.", "All things.") });
  await check(...because);
  const { stdout } = await check("--format", "changelog");
  const place = "GET /things › response 200 › application/json";
  expect(stdout).toBe(`## 1.1.0

### Breaking

- \`${place} › b\`: the property is no longer sent.

### Added and changed

- \`${place} › c\`: a property was added.

### Descriptions

- A text changed.
`);
});
