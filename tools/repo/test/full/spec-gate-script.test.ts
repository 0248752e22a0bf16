import { describe, expect, test } from "vitest";
import { runProgram } from "../../src/release/run-program.ts";
import { revisionWith, root } from "../spec-gate-edits.ts";

// Runs `pnpm spec:gate`, which every change to the description has to pass, as CI does.

async function gateOn(edits: readonly [from: string, to: string][], format: string) {
  const args = [...(await revisionWith(edits)), "--format", format];
  return runProgram("pnpm", ["--silent", "spec:gate", ...args], root);
}

describe("pnpm spec:gate", () => {
  test("passes a text-only change, and reports the times", async () => {
    const result = await gateOn([["summary: List computers", "summary: List all computers"]], "markdown");
    expect(result.exitCode, result.stdout + result.stderr).toBe(0);
    expect(result.stdout).toContain("The spec gate passed: 5 of 5 steps.");
    expect(result.stdout).toMatch(/\| Drift of generated files \| passed \| [\d.]+ s \|/);
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
