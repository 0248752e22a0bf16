import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type ProgramResult, runProgram } from "../src/release/run-program.ts";

// Runs `pnpm spec:gate`, which every change to the description has to pass, as CI does.

const root = fileURLToPath(new URL("../../../", import.meta.url));
const spec = join(root, "spec", "openapi.yaml");

/** Runs the complete gate on the description with some edits. */
async function gateOn(edits: readonly [from: string, to: string][], format: string): Promise<ProgramResult> {
  let text = await readFile(spec, "utf8");
  for (const [from, to] of edits) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  const revision = join(await mkdtemp(join(tmpdir(), "spec-gate-")), "revision.yaml");
  await writeFile(revision, text);
  return gate("--base", spec, "--revision", revision, "--format", format);
}

function gate(...args: string[]): Promise<ProgramResult> {
  return runProgram("pnpm", ["--silent", "spec:gate", ...args], root);
}

describe("pnpm spec:gate", () => {
  test("passes a text-only change, and reports the change in score and the times", async () => {
    const result = await gateOn([["summary: List computers", "summary: List all computers"]], "markdown");
    expect(result.exitCode, result.stdout + result.stderr).toBe(0);
    expect(result.stdout).toContain("The spec gate passed: 7 of 7 steps.");
    expect(result.stdout).toMatch(/score [\d.]+ \(base [\d.]+, 0\)/);
    expect(result.stdout).toMatch(/\| Drift of generated files \| passed \| [\d.]+ s \|/);
  });

  test("fails for a breaking change, at its line, and for a missing 401", async () => {
    const edits: [string, string][] = [
      ["providerType, createdAt]", "createdAt]"],
      ['"401":', '"418":'],
    ];
    const { exitCode, stdout } = await gateOn(edits, "github-actions");
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/::error file=.*revision\.yaml,line=\d+/);
    expect(stdout).toContain("::error title=Spec gate::Changes and version failed");
    expect(stdout).toMatch(/::error title=Spec gate::Coverage and score failed: .*401 on every operation/);
  });

  test("names the command that bumps the version if an addition requires it", async () => {
    const added = "        nickname:\n          type: string\n          examples: [x]\n        hostname:\n";
    const { exitCode, stdout } = await gateOn([["        hostname:\n", added]], "text");
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/FAILED {2}Changes and version[\s\S]*: run `pnpm spec:version \d+\.\d+\.\d+`\./);
  });

  test("has no verdict on a description that does not parse", async () => {
    const { exitCode, stdout } = await gateOn([["openapi: 3.1.0", "openapi: [3.1.0"]], "text");
    expect(exitCode).toBe(2);
    expect(stdout).toContain("NO VERDICT  Changes and version");
  });
});
