import { runOrThrow } from "@compute-host/command-line/process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installTarball, tarballOf } from "../../src/projects/tarballs.ts";
import { createProject, type ThrowAwayProject } from "../../src/projects/throw-away-project.ts";
import { fileRuntimes, folderOf, nodeRuntime, nodeRuntimesFor } from "../../src/runtimes.ts";
import { useSandbox } from "../../src/sandbox.ts";

let project: ThrowAwayProject;
const sandbox = useSandbox();

beforeAll(async () => {
  project = createProject();
  await installTarball(project, tarballOf("@compute-host/client"));
  for (const name of ["jsdom", "happy-dom"]) project.link(name, folderOf(name));
  for (const file of ["entry-points.mjs", "exercise.mjs", "import.mjs", "require.mjs", "realm.mjs"])
    project.copy(file);
});
afterAll(() => project[Symbol.dispose]());

const uses = [
  ["by import", "import.mjs"],
  ["by require, and recognises an error from another copy", "require.mjs"],
] as const;

describe.for(fileRuntimes())("$label", ({ version, executable, args }) => {
  test.each(uses)("runs the client %s", async (_how, program) => {
    const env = { DENO_DIR: `${project.directory}/.deno`, DENO_NO_UPDATE_CHECK: "1", ...sandbox.env };
    const output = await runOrThrow(executable, [...args, program], { cwd: project.directory, env });
    expect(output.trim()).toBe(version);
  });
});

const realms = [
  ...nodeRuntimesFor(">=20").map((runtime) => ({ realm: "bare", ...runtime })),
  { realm: "jsdom", ...nodeRuntime(24) },
  { realm: "happy-dom", ...nodeRuntime(24) },
];

test.each(realms)("a $realm realm of $label loads every entry, and runs the client", async (one) => {
  const args = ["--experimental-vm-modules", "--experimental-import-meta-resolve", "--no-warnings"];
  const options = { cwd: project.directory, env: sandbox.env };
  const output = await runOrThrow(one.executable, [...args, "realm.mjs", one.realm], options);
  expect(output.trim()).toBe(one.version);
});
