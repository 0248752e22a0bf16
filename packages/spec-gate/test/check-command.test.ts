import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CheckArguments, checkCommand } from "../src/commands/check-command.ts";
import { formatCommand } from "../src/commands/format-command.ts";
import { reportFormats } from "../src/report/report.ts";

const base = `openapi: 3.1.0
info:
  title: Things
  version: 1.0.0
  license: { name: MIT, identifier: MIT }
servers: [{ url: https://things.test }]
security: []
paths:
  /things:
    get:
      operationId: listThings
      summary: List things
      responses:
        "200": { description: Things. }
        "400": { description: No things. }
`;

const folder = mkdtempSync(join(tmpdir(), "check-command-"));
const config = join(folder, "redocly.yaml");
writeFileSync(config, "extends: [recommended]\ntelemetry: off\n");

function files(revision: string, old = base): CheckArguments {
  const paths = { base: join(folder, "base.yaml"), revision: join(folder, "revision.yaml") };
  writeFileSync(paths.base, old);
  writeFileSync(paths.revision, revision);
  return { base: paths.base, revisions: [paths.revision] };
}

/** The files with a linter, which takes half a second for each check. */
const linted = (revision: string, old = base): CheckArguments => ({ ...files(revision, old), config });

const check = (args: CheckArguments) => checkCommand(args, () => {});

const other =
  "  /others:\n    get:\n      operationId: listOthers\n      summary: Others\n      responses:\n";
const added = `${base}${other}        "200": { description: Others. }\n        "400": { description: None. }\n`;
const broken = base.replace("operationId: listThings", "operationId: allThings");
const unlinted = base.replace("      summary: List things\n", "");

describe("check", () => {
  test.each([
    ["no change", base],
    ["other texts in the same version", base.replace("summary: List things", "summary: List all things")],
    ["an addition with a new version", added.replace("1.0.0", "1.1.0")],
  ])("passes %s", async (_name, revision) => {
    const { exitCode, output } = await check(linted(revision));
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/passed {2}Lint.*\n {2}No new problem\./);
    expect(output).toContain("The spec gate passed: 2 of 2 steps.");
  });

  test.each([
    ["an addition in the same version", added, /1\.1\.0/],
    ["a change that breaks", broken, /operationId/],
    ["a linter problem", unlinted, /operation-summary/],
  ])("refuses %s", async (_name, revision, says) => {
    const { exitCode, output } = await check(linted(revision));
    expect(exitCode).toBe(1);
    expect(output).toMatch(says);
    expect(output).toMatch(/^FAILED/);
  });

  test("passes as many linter problems of a kind as the base has", async () => {
    expect(await check(linted(unlinted.replace("Things.", "All things."), unlinted))).toMatchObject({
      exitCode: 0,
    });
    const twice = `${unlinted}${other.replace("      summary: Others\n", "")}        "200": { description: A. }\n`;
    const { exitCode, output } = await check(linted(twice.replace("1.0.0", "1.1.0"), unlinted));
    expect(exitCode).toBe(1);
    expect(output.match(/operation-summary/g)).toHaveLength(1);
  });

  test("names the command that bumps the version", async () => {
    const { output } = await check({ ...files(added), versionCommand: "npm run move" });
    expect(output).toContain("a minor change requires 1.1.0: run `npm run move 1.1.0`.");
  });

  test("lints only with a configuration", async () => {
    const { exitCode, output } = await check(files(unlinted));
    expect(exitCode).toBe(0);
    expect(output).not.toContain("Lint");
  });

  test("has no verdict with an unknown format, step or base", async () => {
    await expect(check({ ...files(base), format: "pdf" })).rejects.toThrow(
      /Unknown format pdf\. Choose one of text/,
    );
    await expect(check({ ...files(base), steps: ["lint"] })).rejects.toThrow(
      /is not of the form "name=command"/,
    );
    await expect(check({ ...files(base), base: "nothing.yaml" })).rejects.toThrow(
      /nothing\.yaml cannot be read/,
    );
  });
});

describe("the steps of check", () => {
  const steps = (revision: string, ...commands: string[]) => ({ ...files(revision), steps: commands });

  test.each([
    [base, ["A=true", "B=exit 0"], 0],
    [base, ["A=true", "B=exit 1"], 1],
    [base, ["A=exit 3", "B=exit 1"], 2],
    [base, ["A=no-such-command"], 2],
    [broken, ["A=true"], 1],
    [broken, ["A=exit 2"], 2],
    ["openapi: [", ["A=false"], 2],
  ])("combine their exit codes", async (revision, commands, expected) => {
    expect(await check(steps(revision, ...commands))).toMatchObject({ exitCode: expected });
  });

  test("run in parallel, and each is reported as it ends", async () => {
    const lines: string[] = [];
    const gate = join(folder, "meet");
    // Each of the two waits for the other, so they would not finish in sequence.
    const meet = (own: string, others: string) =>
      `${own}=touch "${gate}-${own}"; for i in $(seq 600); do [ -e "${gate}-${others}" ] && exit 0; sleep 0.1; done; exit 1`;
    const args = steps(base, meet("a", "b"), meet("b", "a"));
    expect(await checkCommand(args, (line) => lines.push(line))).toMatchObject({ exitCode: 0 });
    expect(lines[0]).toBe("> 3 steps run in parallel ...\n");
    expect(lines).toContainEqual(expect.stringMatching(/^> a: passed in [\d.]+ s\n$/));
  });

  test("find the two files in their environment", async () => {
    const { output } = await check(
      steps(base, 'Files=grep -h title: "$SPEC_GATE_BASE" "$SPEC_GATE_REVISION"'),
    );
    expect(output).toContain("  title: Things\n    title: Things");
  });

  // A changelog is for users of the API.
  test.each(reportFormats.filter((each) => each !== "changelog"))(
    "are in the %s report, with their output",
    async (format) => {
      const args = steps(broken, "Odd % <name>=echo 'one <b> & two'; echo three >&2; exit 1");
      const { output } = await check({ ...args, format });
      expect(output).toMatch(/Odd % (<|&lt;|\\<)name/);
      expect(output).toMatch(/one (<b> &|&lt;b&gt; &amp;) two/);
      expect(output).toContain("three");
      expect(output).toMatch(/operationId/);
    },
  );

  test("cannot send workflow commands through the report", async () => {
    const { output } = await check({ ...steps(base, "A=echo '::error::x'"), format: "github-actions" });
    expect(output).toMatch(/::stop-commands::(\S+)\n::error::x\n::\1::/);
  });
});

describe("format", () => {
  test.each(reportFormats)("converts a JSON report to %s exactly as check formats it", async (format) => {
    const args = { ...files(unlinted.replace("listThings", "allThings")), steps: ["A=echo said; exit 1"] };
    const kept = join(folder, "report.json");
    const { output: json } = await check({ ...args, format: "json" });
    writeFileSync(kept, json);
    const withoutChance = (text: string) =>
      text.replaceAll(/[\d.]+ s\b|"seconds": [\d.]+|time="[\d.]+"/g, "").replaceAll(/[0-9a-f-]{36}/g, "");
    const { output } = await check({ ...args, format });
    expect(withoutChance(formatCommand({ file: kept, format }).output)).toBe(withoutChance(output));
  });

  test.each([
    ["no file", undefined, /name a JSON report file/],
    ["a file that is not there", "nothing.json", /cannot be read as a report/],
    ["a file that is something else", config, /cannot be read as a report/],
  ])("cannot work with %s", (_name, file, says) => {
    expect(() => formatCommand({ file })).toThrow(says);
  });
});
