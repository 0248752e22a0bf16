import { runOrThrow } from "@compute-host/command-line/process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readReport, workingConsumerReport } from "../consumer-report.ts";
import { installTarball, readEntryPoints, tarballOf } from "../projects/tarballs.ts";
import { createProject, type ThrowAwayProject } from "../projects/throw-away-project.ts";
import { fileRuntimes, runtimesOf, type TestRun } from "../runtimes.ts";
import { useSandbox } from "../sandbox.ts";

const client = tarballOf("@compute-host/client");
const entryPoints = readEntryPoints(client);
const programs = ["module.mjs", "common-js.cjs"];

/** Runs the packed client on each runtime of a test run. */
export function testClient(run: TestRun): void {
  let project: ThrowAwayProject;
  const sandbox = useSandbox();

  beforeAll(async () => {
    project = createProject();
    await installTarball(project, client);
    const helpers = ["entry-points.mjs", "exercise.mjs", "export-names.mjs", "two-copies.mjs"];
    for (const file of [...helpers, ...programs]) project.copy(file);
  });
  afterAll(() => project[Symbol.dispose]());

  describe.for(runtimesOf(run, fileRuntimes()))("$label", ({ version, executable, args }) => {
    /** Runs a program; returns its report. */
    async function run(program: string) {
      const output = await runOrThrow(executable, [...args, program], {
        cwd: project.directory,
        env: {
          DENO_DIR: `${project.directory}/.deno`,
          DENO_NO_UPDATE_CHECK: "1",
          ...sandbox.env,
          ENTRY_POINTS: JSON.stringify(entryPoints),
        },
      });
      return readReport(output);
    }

    test("runs the client by import, recognises an error from another copy of it, and gives import and require the same names at every entry point", async () => {
      const report = await run("module.mjs");
      expect(report).toMatchObject({
        exercise: { ...workingConsumerReport, version },
        copies: { areTwoCopies: true, isNotFoundError: true, isApiError: true, isConflictError: false },
      });
      const names = report.names as Record<string, { imported: string[]; required: string[] | null }>;
      expect(Object.keys(names)).toEqual(entryPoints.map(({ specifier }) => specifier));
      for (const { imported, required } of Object.values(names)) {
        expect(imported).not.toEqual([]);
        expect(required).toEqual(imported);
      }
    });

    test("runs the client by require", async () => {
      const report = await run("common-js.cjs");
      expect(report).toEqual({ ...workingConsumerReport, version });
    });
  });
}
