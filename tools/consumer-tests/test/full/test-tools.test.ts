import { join } from "node:path";
import { runOrThrow } from "@compute-host/command-line/process";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { installTarball, tarballOf } from "../../src/projects/tarballs.ts";
import { createProject } from "../../src/projects/throw-away-project.ts";
import { folderOf, nodeRuntime } from "../../src/runtimes.ts";
import { startSandbox } from "../../src/sandbox.ts";

const client = tarballOf("@compute-host/client");
const { executable, version } = nodeRuntime(24);

test("the client runs in Jest's jsdom", async () => {
  await using sandbox = await startSandbox();
  using project = createProject({
    jest: { testEnvironment: "./jest-environment.cjs", testMatch: ["**/*.test.cjs"] },
  });
  await installTarball(project, client);
  for (const name of ["jest", "jest-environment-jsdom"]) project.link(name, folderOf(name));
  for (const file of ["jest.mjs", "jest-environment.cjs", "entry-points.mjs", "exercise.mjs"])
    project.copy(file);
  await build({
    absWorkingDir: project.directory,
    entryPoints: ["jest.mjs"],
    outfile: "jest.test.cjs",
    bundle: true,
    packages: "external",
    format: "cjs",
    logLevel: "silent",
  });
  const args = [join(folderOf("jest"), "bin/jest.js"), "--ci", "--runInBand", "--watchman=false"];
  await runOrThrow(executable, args, { cwd: project.directory, env: sandbox.env });
});

test.each(["msw2", "msw"])("the handlers of the fake run the client with %s", async (alias) => {
  using project = createProject();
  await installTarball(project, client);
  project.link("msw", folderOf(alias));
  for (const file of ["entry-points.mjs", "exercise.mjs", "msw.mjs"]) project.copy(file);
  expect((await runOrThrow(executable, ["msw.mjs"], { cwd: project.directory })).trim()).toBe(version);
});
