import { expect, test } from "vitest";
import { installTarball, readEntryPoints, tarballOf } from "../../src/projects/tarballs.ts";
import { createProject, type ThrowAwayProject } from "../../src/projects/throw-away-project.ts";
import { folderOf } from "../../src/runtimes.ts";
import { type CompilerSettings, checkByCommand } from "../../src/typescript/type-check.ts";

const copied = ["types", "mistakes", "openapi-fetch"];

const onNode = { lib: ["es2022"], types: ["node"], skipLibCheck: false };
const node16: CompilerSettings = { module: "node16", moduleResolution: "node16", ...onNode };
const nodenext: CompilerSettings = { module: "nodenext", moduleResolution: "nodenext", ...onNode };
const bundler: CompilerSettings = {
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["es2022", "dom"],
  types: [],
  skipLibCheck: false,
};
/** How many generic types the compiler may instantiate for a consumer's file. */
const instantiationBudget = 100;

// Each compiler once, and the newest with each kind of module; attw resolves the others.
test.each([
  { alias: "typescript54", settings: bundler, library: "openapi-fetch16" },
  { alias: "typescript59", settings: node16 },
  { alias: "typescript60", settings: nodenext },
  { alias: "typescript70", settings: nodenext },
  { alias: "typescript70", settings: bundler },
])(
  "$alias compiles a consumer with moduleResolution $settings.moduleResolution, and refuses its mistakes",
  async ({ alias, settings, library = "openapi-fetch" }) => {
    const extensions = settings === bundler ? ["ts"] : ["mts", "cts"];
    using project = await createConsumer(library, extensions);
    const files = [...copied, "every-entry"].flatMap((name) => extensions.map((one) => `${name}.${one}`));
    expect((await checkByCommand(alias, project.directory, files, settings)).errors).toEqual([]);
  },
);

test(`a consumer's file takes at most ${instantiationBudget} instantiations`, async () => {
  using project = await createConsumer("openapi-fetch", ["ts"]);
  const settings = { ...bundler, skipLibCheck: true };
  const checked = await checkByCommand("typescript70", project.directory, ["types.ts"], settings);
  expect(checked.errors).toEqual([]);
  expect(checked.instantiations).toBeLessThanOrEqual(instantiationBudget);
});

/** A project with the client, the types, a version of openapi-fetch, and every program for each kind of module. */
async function createConsumer(library: string, extensions: readonly string[]): Promise<ThrowAwayProject> {
  const project = createProject({ type: "module" });
  const packages = [tarballOf("@compute-host/client"), tarballOf("@compute-host/types")];
  project.link("openapi-fetch", folderOf(library));
  project.link("@types/node", folderOf("@types/node20"));
  for (const tarball of packages) await installTarball(project, tarball);
  const imports = packages
    .flatMap(readEntryPoints)
    .map(({ specifier }, i) => `import * as entry${i} from "${specifier}";\nvoid entry${i};\n`);
  for (const extension of extensions) {
    project.write(`every-entry.${extension}`, imports.join(""));
    for (const name of copied) project.copy(`${name}.ts`, `${name}.${extension}`);
  }
  return project;
}
