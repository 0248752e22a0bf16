import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { reportFormats } from "../src/report/report.ts";
import { typeRules } from "../src/types/type-rules.ts";
import { createRepository } from "./repository.ts";
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

/** A repository in which a commit after the first removes the property b. */
function broken(more: Record<string, string> = {}) {
  const repository = createRepository({ [file]: api(["a", "b"]) });
  repository.write({ ...without, ...more });
  const check = (...args: string[]) =>
    runCli(["check", file, "--base-ref", "HEAD", ...args], repository.folder);
  const json = async (...args: string[]) => JSON.parse((await check("--format", "json", ...args)).stdout);
  const accepted = () => readFileSync(join(repository.folder, "spec-gate-accepted.yaml"), "utf8");
  return { ...repository, check, json, accepted };
}

const because = ["--accept", "--reason", "no client reads b: measured in March"];

describe("an acceptance", () => {
  test("is written by --accept, with its reason, and lets the change pass", async () => {
    const { check, accepted } = broken();
    const red = await check();
    expect(red.code).toBe(1);
    expect(red.stdout).toContain("If this is intended, run spec-gate with --accept --reason WHY");
    const { code, stdout } = await check(...because);
    expect(code, stdout).toBe(1);
    expect(stdout).toContain("a minor change requires 1.1.0");
    expect(accepted()).toMatch(
      /^# Accepted breaking.*\n\n?- rule: response-property-removed\n {2}operation: GET \/things\n {2}place: .*› b\n {2}(change: .*\n {2})?reason: "?no client reads b: measured in March"?\n {2}until: 2\.0\.0\n$/,
    );
  });

  test("passes with the minor version that an accepted change requires", async () => {
    const { check, write } = broken();
    write({ [file]: api(["a"], "1.1.0") });
    expect(await check(...because)).toMatchObject({ code: 0 });
    expect(await check()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Every breaking change is accepted. 1 breaking change is accepted."),
    });
  });

  test.each(reportFormats)("appears in the %s report, with its reason", async (format) => {
    const { check } = broken();
    await check(...because);
    const { stdout } = await check("--format", format);
    expect(stdout).toContain("no client reads b: measured in March");
    expect(stdout).toContain(
      "response-property-removed".slice(0, format === "markdown" || format === "html" ? 0 : 25),
    );
  });

  test("needs a reason", async () => {
    const { code, stdout } = await broken().check("--accept");
    expect(code).toBe(2);
    expect(stdout).toContain("--accept needs a reason");
  });

  test("covers one change: another one at the same place, or elsewhere, breaks", async () => {
    const { check, write } = broken();
    write({ [file]: api(["a", "b"], "1.1.0", 10) });
    expect((await check(...because)).code).toBe(0);
    write({ [file]: api(["a", "b"], "1.1.0", 11) });
    expect((await check()).code).toBe(1);
  });

  test("fails when it no longer matches, unless the policy only warns", async () => {
    const { check, write, accepted } = broken();
    await check(...because);
    write({ [file]: api(["a", "b"]) });
    const { code, stdout } = await check();
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /the acceptance of response-property-removed no longer matches a change; remove it/,
    );
    write({ "spec-gate.yaml": "unused-acceptances: warn\n" });
    expect(await check()).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("no longer matches a change"),
    });
    expect((await check("--accept")).code).toBe(0);
    expect(accepted()).not.toContain("rule:");
  });

  test("expires in its version", async () => {
    const { check, write } = broken();
    await check(...because, "--until", "1.2.0");
    write({ [file]: api(["a"], "1.1.9") });
    expect((await check()).code).toBe(0);
    write({ [file]: api(["a"], "1.2.0") });
    const { code, stdout } = await check();
    expect(code).toBe(1);
    expect(stdout).toMatch(/the acceptance of response-property-removed expired in 1\.2\.0/);
    expect(stdout).toContain("major");
  });

  test("keeps comments and other acceptances when one is added", async () => {
    const { check, accepted, write } = broken();
    await check(...because);
    write({ "spec-gate-accepted.yaml": `${accepted()}# by Ada\n`, [file]: api(["a"], "1.1.0", 10) });
    await check("--accept", "--reason", "longer names");
    expect(accepted()).toMatch(/no client reads b[\s\S]*longer names/);
    expect(accepted()).toContain("# by Ada");
    expect((await check()).code).toBe(0);
  });

  test.each([
    [
      "- rule: x\n  operation: y\n  place: z\n  until: 2.0.0\n",
      /accepted\.yaml:1: the acceptance has no reason/,
    ],
    ["a: 1\n", /accepted\.yaml:1: acceptances must be a list/],
    [
      "- rule: x\n  operation: y\n  place: z\n  until: 2.0.0\n  reason: w\n  why: v\n",
      /:1: an acceptance has no field why/,
    ],
    ["- [", /accepted\.yaml is not YAML/],
  ])("reports an invalid entry with its line", async (text, says) => {
    const { code, stdout } = await broken({ "spec-gate-accepted.yaml": text }).check();
    expect(code).toBe(2);
    expect(stdout).toMatch(says);
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

  test("does not accept a breaking change for its version by default", async () => {
    const { check, write } = broken();
    write({ [file]: api(["a"], "2.0.0") });
    expect((await check()).code).toBe(1);
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
    ["braking: forbidden\n", /:1: unknown setting braking/],
    ["rules: [a]\n", /`rules` must map/],
    ["a: [", /spec-gate\.yaml is not YAML/],
  ])("reports an invalid entry with its line", async (text, says) => {
    const { code, stdout } = await broken({ "spec-gate.yaml": text }).check();
    expect(code).toBe(2);
    expect(stdout).toMatch(says);
  });

  test("accepts the example in the README", async () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
    const [, shown = ""] = /```yaml\n(rules:[\s\S]*?)```/.exec(readme) ?? [];
    const { json } = broken({ "spec-gate.yaml": shown });
    expect(await json()).toMatchObject({ impact: "major", policy: { breaking: "with-version" } });
  });
});

test("the page on decisions lists every type rule with its default", () => {
  const page = readFileSync(new URL("../docs/decisions.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `(types-[a-z-]+)` *\| ([a-z-]+) *\|/gm)].map(([, rule, impact]) => [
    rule,
    impact,
  ]);
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(Object.entries(typeRules).map(([rule, { impact }]) => [rule, impact])),
  );
});
