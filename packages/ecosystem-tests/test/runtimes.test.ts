import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { consumerRequestCount, readReport, workingConsumerReport } from "../src/consumer-report.ts";
import { readEntryPoints } from "../src/export-map.ts";
import { installTarball } from "../src/install-tarball.ts";
import { type InterfaceServer, startInterfaceServer } from "../src/interface-server.ts";
import { runOrThrow } from "../src/run-command.ts";
import { fileRuntimes } from "../src/runtimes.ts";
import { tarballOf } from "../src/tarball-of.ts";
import { createProject, type ThrowAwayProject } from "../src/throw-away-project.ts";

const client = tarballOf("@compute-host/client");
const entryPoints = readEntryPoints(client);
const programs = [
  { how: "import", program: "module.mjs" },
  { how: "require", program: "common-js.cjs" },
];

let project: ThrowAwayProject;
let server: InterfaceServer;

beforeAll(async () => {
  project = createProject();
  await installTarball(project, client);
  const helpers = ["entry-points.mjs", "exercise.mjs", "export-names.mjs", "two-copies.mjs"];
  for (const file of [...helpers, ...programs.map(({ program }) => program)]) project.copy(file);
  server = await startInterfaceServer();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  project[Symbol.dispose]();
});

describe.for(fileRuntimes())("$label", ({ label, version, executable, args }) => {
  const run = (program: string, env: Record<string, string>) =>
    runOrThrow(executable, [...args, program], {
      cwd: project.directory,
      env: { DENO_DIR: `${project.directory}/.deno`, DENO_NO_UPDATE_CHECK: "1", ...env },
    });

  test.for(programs)("runs the client by $how", async ({ how, program }, { task }) => {
    task.meta.matrix = { subject: label, version, how };
    const before = server.requestCount();
    const report = readReport(await run(program, { BASE_URL: server.baseUrl }));
    expect(report).toEqual({ ...workingConsumerReport, version });
    expect(server.requestCount() - before).toBe(consumerRequestCount);
  });

  test("recognises an error from another copy of the client", async () => {
    expect(readReport(await run("two-copies.mjs", { BASE_URL: server.baseUrl }))).toEqual({
      areTwoCopies: true,
      isNotFoundError: true,
      isApiError: true,
      isConflictError: false,
    });
  });

  test("gives import and require the same names at every entry point", async () => {
    const report = readReport(await run("export-names.mjs", { ENTRY_POINTS: JSON.stringify(entryPoints) }));
    expect(Object.keys(report)).toEqual(entryPoints.map(({ specifier }) => specifier));
    for (const names of Object.values(report) as { imported: string[]; required: string[] | null }[]) {
      expect(names.imported).not.toEqual([]);
      expect(names.required).toEqual(names.imported);
    }
  });
});
