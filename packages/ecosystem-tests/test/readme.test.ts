import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { installTarball } from "../src/install-tarball.ts";
import { startInterfaceServer } from "../src/interface-server.ts";
import { workspaceRoot } from "../src/published-packages.ts";
import { findReadmePrograms } from "../src/readme-programs.ts";
import { runOrThrow } from "../src/run-command.ts";
import { folderOf } from "../src/runtimes.ts";
import { tarballOf } from "../src/tarball-of.ts";
import { createProject } from "../src/throw-away-project.ts";
import { checkInProcess } from "../src/type-check.ts";

const programs = findReadmePrograms();
const description = readFileSync(new URL(import.meta.resolve("@compute-host/spec/openapi.yaml")), "utf8");
const settings = {
  module: "nodenext",
  moduleResolution: "nodenext",
  lib: ["es2023"],
  types: ["node"],
  skipLibCheck: false,
} as const;

test("the README of every package with an API shows a program", () => {
  const shown = new Set(programs.flatMap(({ packages }) => packages));
  expect([...shown].sort()).toEqual(
    expect.arrayContaining(["client", "server", "spec", "types"].map((name) => `@compute-host/${name}`)),
  );
});

test.for(programs)("$place compiles and runs", async ({ place, text, packages }) => {
  using project = createProject({ type: "module" });
  await using server = await startInterfaceServer();
  for (const name of packages) await installTarball(project, tarballOf(name));
  // Other packages come from the dependencies of the README's package.
  for (const [, name = ""] of text.matchAll(/from "((?!@compute-host\/|node:)(?:@[\w-]+\/)?[\w-]+)/g)) {
    if (!project.has(name)) project.link(name, join(workspaceRoot, dirname(place), "node_modules", name));
  }
  project.link("@types/node", folderOf("@types/node20"));
  project.copy("reroute-fetch.mjs");
  project.write("readme.ts", text);
  // The files that programs about descriptions use.
  for (const name of ["old.yaml", "new.yaml"]) project.write(name, description);
  expect(checkInProcess("typescript60", project.directory, ["readme.ts"], settings).errors).toEqual([]);
  // A program that starts its own service calls that one; the others call their sample address.
  const reroute = packages.includes("@compute-host/server") ? [] : ["--import", "./reroute-fetch.mjs"];
  await runOrThrow(process.execPath, [...reroute, "readme.ts"], {
    cwd: project.directory,
    env: {
      BASE_URL: server.baseUrl,
      COMPUTE_HOST_URL: server.baseUrl,
      COMPUTE_HOST_TOKEN: "key-of-the-reader",
      NODE_NO_WARNINGS: "1",
    },
  });
});
