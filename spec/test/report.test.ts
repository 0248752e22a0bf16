import { execFile } from "node:child_process";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { splitDescription } from "./split-description.ts";

const spec = fileURLToPath(new URL("../openapi.yaml", import.meta.url));

interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

function report(...args: string[]): Promise<Run> {
  const program = fileURLToPath(new URL("../src/report.ts", import.meta.url));
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { timeout: 600_000 }, (error, stdout, stderr) =>
      resolve({ exitCode: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

async function changed(from: string | RegExp, to: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), "spec-report-")), "openapi.yaml");
  const text = await readFile(spec, "utf8");
  expect(text).toMatch(from);
  await writeFile(file, text.replace(from, to));
  return file;
}

describe("the report", () => {
  test("is the same for a description in two files", async () => {
    const split = await splitDescription();
    const { exitCode, stdout, stderr } = await report(split, "--base", split);
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toContain("strict lint problems: 0\n");
  });

  test("prints the whole row, 100 % and 0 lint problems, and passes", async () => {
    const { exitCode, stdout, stderr } = await report();
    expect(exitCode, stderr).toBe(0);
    expect(stdout.match(/: 100 %$/gm)).toHaveLength(7);
    expect(stdout).toContain("strict lint problems: 0\n");
  });

  test("names the place where an operation loses its 401", async () => {
    const { exitCode, stderr } = await report(await changed('"401":', '"418":'));
    expect(exitCode).toBe(1);
    expect(stderr).toContain("401 on every operation: missing at listComputers");
  });

  test("counts what the strict lint finds", async () => {
    const { exitCode, stdout } = await report(await changed("      summary: List computers\n", ""));
    expect(exitCode).toBe(1);
    expect(stdout).toContain("strict lint problems: 1\n");
  });

  test("shows the score and its change", async () => {
    const worse = await changed(/^ +examples: \[cmp_.*\n/m, "");
    const { stdout } = await report(worse, "--base", spec, "--markdown");
    expect(stdout).toMatch(/score [\d.]+ \(base [\d.]+, -?[\d.]+\)/);
  });

  test("fails for a missing or invalid file", async () => {
    const missing = await report("no-such-file.yaml");
    expect([missing.exitCode, missing.stderr]).toEqual([
      2,
      expect.stringMatching(/FILE must be a file that exists, not ".*no-such-file\.yaml"/),
    ]);
    expect((await report(await changed("openapi: 3.1.0", "openapi: ["))).exitCode).toBe(2);
  });
});
