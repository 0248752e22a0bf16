import { cpSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { runOrThrow, runProcess } from "@compute-host/command-line/process";
import { expect, inject, test } from "vitest";
import { startLoopbackRegistry } from "../src/loopback-registry.ts";
import { findPublishedPackages, readManifest, workspaceRoot } from "../src/published-packages.ts";
import { createProject } from "../src/throw-away-project.ts";

const bin = join(workspaceRoot, "node_modules/.bin");
const changeset = join(bin, "changeset");
// A laptop's environment, without the variables that let pnpm use CI for provenance.
const onLaptop = { CI: "", GITHUB_ACTIONS: "", GITLAB_CI: "", PATH: `${bin}:${process.env.PATH}` };

const publishTo = (url: string, env: Record<string, string>) =>
  runProcess(changeset, ["publish", "--no-git-tag"], {
    cwd: workspaceRoot,
    env: { ...onLaptop, npm_config_registry: url, PNPM_CONFIG_REGISTRY: url, ...env },
  });

const listTags = async () => (await runProcess("git", ["tag"], { cwd: workspaceRoot })).stdout;

test("`changeset publish` publishes the packed files, with the exports of a release", async () => {
  await using registry = await startLoopbackRegistry();
  const tagsBefore = await listTags();
  const { exitCode, stdout } = await publishTo(registry.url, { PNPM_CONFIG_PROVENANCE: "false" });
  expect(stdout).toContain("Successfully published");
  expect(exitCode).toBe(0);
  expect(await listTags()).toBe(tagsBefore);
  for (const { name, manifest } of inject("tarballs")) {
    expect(registry.published.get(name)).toMatchObject([
      { name, version: manifest.version, ...exportsOf(manifest) },
    ]);
  }
});

test("publishes nothing without provenance", async () => {
  await using registry = await startLoopbackRegistry();
  const { exitCode, stdout, stderr } = await publishTo(registry.url, {});
  expect(stdout + stderr).toContain("provenance");
  expect(exitCode).not.toBe(0);
  expect([...registry.published.keys()]).toEqual([]);
});

test("a change note for the client moves spec, types and client to the same version", async () => {
  using copy = createProject();
  const packages = findPublishedPackages();
  const files = ["package.json", "pnpm-workspace.yaml", "pnpm-lock.yaml", ".changeset/config.json"];
  for (const file of files) cpSync(join(workspaceRoot, file), join(copy.directory, file));
  for (const { directory, manifest } of packages) {
    const { devDependencies: _, ...shipped } = manifest;
    copy.write(join(relative(workspaceRoot, directory), "package.json"), JSON.stringify(shipped));
  }
  copy.write(".changeset/quiet-fox.md", '---\n"@compute-host/client": patch\n---\n\nRetries after 418.\n');
  await runOrThrow("git", ["init", "--quiet"], { cwd: copy.directory });
  await runOrThrow(changeset, ["version"], { cwd: copy.directory, env: onLaptop });

  const [before] = packages.filter(({ manifest }) => manifest.name === "@compute-host/client");
  const after = ["spec", "packages/types", "packages/client"].map((folder) =>
    readManifest(join(copy.directory, folder)),
  );
  const versions = new Set(after.map(({ version }) => version));
  expect(versions.size).toBe(1);
  expect(versions).not.toContain(before?.manifest.version);
  const changes = readFileSync(join(copy.directory, "packages/client/CHANGELOG.md"), "utf8");
  expect(changes).toContain("Retries after 418.");
});

function exportsOf({ exports }: { exports?: Record<string, unknown> }) {
  return exports ? { exports } : {};
}
