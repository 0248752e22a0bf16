import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readManifest } from "../src/published-packages.ts";
import { runOrThrow } from "../src/run-command.ts";
import { tarballOf } from "../src/tarball-of.ts";
import { createProject } from "../src/throw-away-project.ts";

const client = tarballOf("@compute-host/client");

test("npm installs the client offline, because it brings no other package along", async () => {
  using project = createProject();
  const args = ["install", "--offline", "--no-audit", "--no-fund", "--no-update-notifier", client.file];
  await runOrThrow("npm", args, {
    cwd: project.directory,
    env: { npm_config_cache: join(project.directory, ".npm") },
  });
  const installed = readManifest(join(project.directory, "node_modules", client.name));
  expect(installed).toMatchObject({ name: client.name, version: client.manifest.version });
  expect(existsSync(join(project.directory, "node_modules/openapi-fetch"))).toBe(false);
});
