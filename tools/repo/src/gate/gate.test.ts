import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type ProgramResult, runProgram } from "../run-gate.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const spec = join(root, "spec", "openapi.yaml");

/** Runs the whole gate on the description with some places changed. */
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
  return runProgram(process.execPath, [join(root, "tools", "repo", "src", "gate", "gate.ts"), ...args], root);
}

describe("the whole gate", () => {
  test("opens for a change of words, and tells the score's difference and its time", async () => {
    const result = await gateOn([["summary: List computers", "summary: List all computers"]], "markdown");
    expect(result.exitCode, result.stdout + result.stderr).toBe(0);
    expect(result.stdout).toContain("The spec gate is open");
    expect(result.stdout).toMatch(/score [\d.]+ \(base [\d.]+, 0\)/);
    expect(result.stderr).toMatch(/5 of 5 parts passed in [\d.]+ s/);
  });

  test("closes for a breaking change, at its line, and for a missing 401", async () => {
    const edits: [string, string][] = [
      ["providerType, createdAt]", "createdAt]"],
      ['"401":', '"418":'],
    ];
    const { exitCode, stdout } = await gateOn(edits, "github-actions");
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/::error file=.*revision\.yaml,line=\d+/);
    expect(stdout).toContain("::error title=Spec gate::Changes and version failed");
    expect(stdout).toContain("::error title=Spec gate::Coverage and score failed: 401 on every operation");
  });

  test("asks for the version that an addition needs", async () => {
    const added = "        nickname:\n          type: string\n          examples: [x]\n        hostname:\n";
    const { exitCode, stdout } = await gateOn([["        hostname:\n", added]], "text");
    expect(exitCode).toBe(1);
    expect(stdout).toContain("FAILED  Changes and version");
  });

  test("cannot judge a description that does not parse", async () => {
    const { exitCode, stdout } = await gateOn([["openapi: 3.1.0", "openapi: [3.1.0"]], "text");
    expect(exitCode).toBe(2);
    expect(stdout).toContain("COULD NOT JUDGE  Changes and version");
  });

  test("says in one line that the base is missing", async () => {
    const { exitCode, stderr } = await gate("--base-ref", "no-such-ref");
    expect(exitCode).toBe(2);
    expect(stderr.split("\n")[0]).toMatch(
      /There is no spec\/openapi\.yaml in no-such-ref; name another base/,
    );
  });
});
