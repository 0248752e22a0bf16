import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProgram } from "@compute-host/command-line/testing";
import { describe, expect, test } from "vitest";
import { splitDescription } from "./split-description.ts";

const spec = fileURLToPath(new URL("../openapi.yaml", import.meta.url));

/** Runs the report in this process. */
const report = (...args: string[]) => runProgram(new URL("../src/report.ts", import.meta.url), args);

async function changed(...changes: readonly (readonly [from: string, to: string])[]): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), "spec-report-")), "openapi.yaml");
  let text = await readFile(spec, "utf8");
  for (const [from, to] of changes) {
    expect(text).toContain(from);
    text = text.replace(from, to);
  }
  await writeFile(file, text);
  return file;
}

describe("the report", () => {
  test("prints the whole row, 100 % and 0 lint problems, and passes, for a description in two files too", async () => {
    const { exitCode, stdout, stderr } = await report(await splitDescription());
    expect(exitCode, stderr).toBe(0);
    expect(stdout.match(/: 100 %$/gm)).toHaveLength(7);
    expect(stdout).toContain("strict lint problems: 0\n");
  });

  test("names the place where an operation loses its 401, counts what the strict lint finds, and shows the score", async () => {
    const worse = await changed(['"401":', '"418":'], ["      summary: List computers\n", ""]);
    const { exitCode, stdout, stderr } = await report(worse, "--base", spec);
    expect(exitCode).toBe(1);
    expect(stderr).toContain("401 on every operation: missing at listComputers");
    expect(stderr).toContain("The strict lint finds 1 problems");
    expect(stdout).toMatch(/problems: 1\nscore [\d.]+ \(base [\d.]+, [+-]?[\d.]+\)/);
  });

  test("fails for an invalid file", async () => {
    expect((await report(await changed(["openapi: 3.1.0", "openapi: ["]))).exitCode).toBe(2);
  });
});
