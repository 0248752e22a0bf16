import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startInterfaceServer } from "../src/interface-server.ts";
import { workspaceRoot } from "../src/published-packages.ts";
import { readReadmePrograms } from "../src/readme-programs.ts";
import { runOrThrow } from "../src/run-command.ts";
import { folderOf } from "../src/runtimes.ts";
import { tarballOf } from "../src/tarball-of.ts";
import { createProject } from "../src/throw-away-project.ts";
import { checkInProcess } from "../src/type-check.ts";

const packages = ["client", "types"].map((folder) => ({
  folder,
  tarball: tarballOf(`@compute-host/${folder}`),
  programs: readReadmePrograms(readFileSync(join(workspaceRoot, "packages", folder, "README.md"), "utf8")),
}));
const settings = {
  module: "nodenext",
  moduleResolution: "nodenext",
  lib: ["es2023"],
  types: ["node"],
} as const;

describe.for(packages)("The README of packages/$folder", ({ tarball, programs }) => {
  test("shows a program", () => {
    expect(programs).not.toEqual([]);
  });

  test.for(programs)("compiles and runs the program in line $line", async ({ line, text }) => {
    using project = createProject({ type: "module" });
    await using server = await startInterfaceServer();
    await project.unpack(tarball);
    project.link("@types/node", folderOf("@types/node20"));
    project.copy("reroute-fetch.mjs");
    const file = `readme-line-${line}.ts`;
    project.write(file, text);
    expect(checkInProcess("typescript60", project.directory, [file], settings).errors).toEqual([]);
    await runOrThrow(process.execPath, ["--import", "./reroute-fetch.mjs", file], {
      cwd: project.directory,
      env: { BASE_URL: server.baseUrl, NODE_NO_WARNINGS: "1" },
    });
  });
});
