import { runOrThrow } from "@compute-host/command-line/process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readReport, workingConsumerReport } from "../../src/consumer-report.ts";
import { installTarball, tarballOf } from "../../src/projects/tarballs.ts";
import { createProject, type ThrowAwayProject } from "../../src/projects/throw-away-project.ts";
import { fileRuntimes } from "../../src/runtimes.ts";
import { useSandbox } from "../../src/sandbox.ts";

let project: ThrowAwayProject;
const sandbox = useSandbox();

beforeAll(async () => {
  project = createProject();
  await installTarball(project, tarballOf("@compute-host/client"));
  for (const file of ["entry-points.mjs", "exercise.mjs", "import.mjs", "require.mjs"]) project.copy(file);
});
afterAll(() => project[Symbol.dispose]());

describe.for(fileRuntimes())("$label", ({ version, executable, args }) => {
  /** Runs a program; returns its report. */
  async function run(program: string) {
    const env = { DENO_DIR: `${project.directory}/.deno`, DENO_NO_UPDATE_CHECK: "1", ...sandbox.env };
    return readReport(await runOrThrow(executable, [...args, program], { cwd: project.directory, env }));
  }

  test("runs the client by import", async () => {
    expect(await run("import.mjs")).toEqual({ ...workingConsumerReport, version });
  });

  test("runs the client by require, and recognises an error from another copy of it", async () => {
    const { copies, ...report } = await run("require.mjs");
    expect(report).toEqual({ ...workingConsumerReport, version });
    expect(copies).toEqual({ areTwo: true, isNotFoundError: true, isApiError: true, isConflictError: false });
  });
});
