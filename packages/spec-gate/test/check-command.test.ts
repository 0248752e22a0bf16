import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkCommand } from "../src/commands/check-command.ts";
import { SpecGateError } from "../src/spec-gate-error.ts";

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

function files(revision: string): { base: string; revision: string; config: string } {
  const paths = { base: join(folder, "base.yaml"), revision: join(folder, "revision.yaml"), config };
  writeFileSync(paths.base, base);
  writeFileSync(paths.revision, revision);
  return paths;
}

const other =
  "  /others:\n    get:\n      operationId: listOthers\n      summary: Others\n      responses:\n";
const added = `${base}${other}        "200": { description: Others. }\n        "400": { description: None. }\n`;

describe("check", () => {
  test.each([
    ["no change", base],
    ["other words, in the same version", base.replace("summary: List things", "summary: List all things")],
    ["an addition with its version", added.replace("1.0.0", "1.1.0")],
  ])("passes %s", async (_name, revision) => {
    const { exitCode, output } = await checkCommand(files(revision));
    expect(exitCode, output).toBe(0);
    expect(output).toMatch(/The linter sees no problem\.\nScore [\d.]+ \(base [\d.]+, /);
  });

  test.each([
    ["an addition in the same version", added, /1\.1\.0/],
    [
      "a change that breaks",
      base.replace("operationId: listThings", "operationId: allThings"),
      /operationId/,
    ],
    ["what the linter refuses", base.replace("      summary: List things\n", ""), /operation-summary/],
  ])("refuses %s", async (_name, revision, says) => {
    const { exitCode, output } = await checkCommand(files(revision));
    expect(exitCode).toBe(1);
    expect(output).toMatch(says);
  });

  test("reports as annotations, with the linter's among them", async () => {
    const revision = base.replace("      summary: List things\n", "");
    const { output } = await checkCommand({ ...files(revision), format: "github-actions" });
    expect(output).toMatch(/^::error file=.*revision\.yaml,line=\d+,title=operation-summary::/m);
  });

  test("reports as JSON with the verdict, the lint and both scores", async () => {
    const { output } = await checkCommand({ ...files(base), format: "json" });
    const report = JSON.parse(output) as Record<string, unknown>;
    expect(report).toMatchObject({ impact: "none", changes: [], lint: [] });
    expect(report.score).toEqual(report.baseScore);
  });

  test("cannot judge a format or a base that is not there", async () => {
    await expect(checkCommand({ ...files(base), format: "pdf" })).rejects.toThrow(SpecGateError);
    await expect(checkCommand({ ...files(base), base: "nothing.yaml" })).rejects.toThrow(
      /nothing\.yaml cannot be read/,
    );
  });
});
