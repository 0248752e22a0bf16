import { existsSync } from "node:fs";
import { join } from "node:path";
import { runOrThrow } from "@compute-host/command-line/process";
import { expect, test } from "vitest";
import { readManifest } from "../src/published-packages.ts";
import { folderOf } from "../src/runtimes.ts";
import { tarballOf } from "../src/tarball-of.ts";
import { createProject } from "../src/throw-away-project.ts";

const client = tarballOf("@compute-host/client");

test("npm installs the client with openapi-fetch and its types, and nothing else", async () => {
  using project = createProject();
  const env = { npm_config_cache: join(project.directory, ".npm") };
  const npm = (...args: string[]) => runOrThrow("npm", args, { cwd: project.directory, env });
  const openApiFetch = folderOf("openapi-fetch");
  // Tarballs of the locked versions replace the registry's.
  const types = join(openApiFetch, "../openapi-typescript-helpers");
  await npm("pack", "--ignore-scripts", openApiFetch, types);
  const [typesVersion, version] = [types, openApiFetch].map((folder) => readManifest(folder).version);
  await npm(
    "install",
    "--offline",
    "--no-audit",
    "--no-fund",
    "--no-update-notifier",
    `openapi-typescript-helpers-${typesVersion}.tgz`,
    `openapi-fetch-${version}.tgz`,
    client.file,
  );
  const installed = readManifest(join(project.directory, "node_modules", client.name));
  expect(installed).toMatchObject({ name: client.name, version: client.manifest.version });
  expect(Object.keys(installed.dependencies ?? {})).toEqual(["openapi-fetch"]);
  const list = JSON.parse(await npm("ls", "--all", "--json"));
  expect(list.problems ?? []).toEqual([]);
  expect(Object.keys(list.dependencies).sort()).toEqual([
    client.name,
    "openapi-fetch",
    "openapi-typescript-helpers",
  ]);
});

test("every entry except the one for openapi-fetch loads without it", async () => {
  using project = createProject({ type: "module" });
  await project.unpack(client);
  expect(existsSync(join(project.directory, "node_modules/openapi-fetch"))).toBe(false);
  project.write(
    "entries.mjs",
    `import { createRequire } from "node:module";
     for (const entry of ["", "/schemas", "/testing"]) {
       await import("@compute-host/client" + entry);
       createRequire(import.meta.url)("@compute-host/client" + entry);
     }
     await import("@compute-host/client/openapi-fetch").then(
       () => process.exit(1),
       ({ code }) => console.log(code),
     );`,
  );
  const output = await runOrThrow(process.execPath, ["entries.mjs"], { cwd: project.directory });
  expect(output.trim()).toBe("ERR_MODULE_NOT_FOUND");
});
