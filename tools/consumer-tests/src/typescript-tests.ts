import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readEntryPoints } from "./export-map.ts";
import { installTarball } from "./install-tarball.ts";
import { folderOf, type TestRun } from "./runtimes.ts";
import { tarballOf } from "./tarball-of.ts";
import { createProject, type ThrowAwayProject } from "./throw-away-project.ts";
import { type CompilerSettings, checkByCommand, checkInProcess, type TypeCheckResult } from "./type-check.ts";

type Check = (cwd: string, files: string[], settings: CompilerSettings) => Promise<TypeCheckResult>;

interface TestedCompiler {
  readonly label: string;
  readonly alias: string;
  readonly check: Check;
}

const inProcess =
  (alias: string): Check =>
  async (...args) =>
    checkInProcess(alias, ...args);
const compilers: readonly TestedCompiler[] = [
  { label: "TypeScript 5.4", alias: "typescript54", check: inProcess("typescript54") },
  { label: "TypeScript 5.9", alias: "typescript59", check: inProcess("typescript59") },
  { label: "TypeScript 6.0", alias: "typescript60", check: inProcess("typescript60") },
  {
    label: "TypeScript 7.0",
    alias: "typescript70",
    check: (...args) => checkByCommand("typescript70", ...args),
  },
];
const copied = ["types", "mistakes", "openapi-fetch"];
const programs = [...copied, "every-entry"];

const onNode = { lib: ["es2022"], types: ["node"], skipLibCheck: false };
const inBrowser = { lib: ["es2022", "dom"], types: [], skipLibCheck: false };
const bundler: CompilerSettings = { module: "esnext", moduleResolution: "bundler", ...inBrowser };
const ways: readonly { readonly extensions: string[]; readonly settings: CompilerSettings }[] = [
  { extensions: ["mts", "cts"], settings: { module: "node16", moduleResolution: "node16", ...onNode } },
  { extensions: ["mts", "cts"], settings: { module: "nodenext", moduleResolution: "nodenext", ...onNode } },
  { extensions: ["ts"], settings: bundler },
];
const instantiationBudget = 100;

const openApiFetchVersions = ["openapi-fetch", "openapi-fetch16"];
/** What `npm test` compiles: the newest compiler is fast, and the oldest knows the fewest types. */
const everyday = [
  "typescript70 nodenext openapi-fetch",
  "typescript70 bundler openapi-fetch",
  "typescript70 nodenext openapi-fetch16",
  "typescript54 bundler openapi-fetch",
];

/** Defines the tests of a consumer's types. */
export function testTypeScript(run: TestRun): void {
  const isEveryday = run === "everyday";
  const cells = compilers.flatMap((compiler) => ways.map((way) => ({ ...compiler, ...way })));

  describe.for(openApiFetchVersions)("with %s", (library) => {
    const tested = cells.filter(
      ({ alias, settings }) =>
        everyday.includes(`${alias} ${settings.moduleResolution} ${library}`) === isEveryday,
    );
    const counting = compilers.filter(
      ({ alias }) =>
        alias >= "typescript60" && (alias === "typescript70") === isEveryday && library === "openapi-fetch",
    );
    let project: ThrowAwayProject;
    beforeAll(async () => {
      project = await createConsumer(library);
    });
    afterAll(() => project[Symbol.dispose]());

    test.each(tested)(
      "$label compiles a consumer with moduleResolution $settings.moduleResolution",
      async ({ check, extensions, settings }) => {
        const files = extensions.flatMap((extension) => programs.map((program) => `${program}.${extension}`));
        const { errors } = await check(project.directory, files, settings);
        expect(errors).toEqual([]);
      },
    );

    test.each(counting)(
      `a consumer's file takes $label at most ${instantiationBudget} instantiations`,
      async ({ check }) => {
        const { errors, instantiations } = await check(project.directory, ["types.ts"], {
          ...bundler,
          skipLibCheck: true,
        });
        expect(errors).toEqual([]);
        expect(instantiations).toBeGreaterThan(0);
        expect(instantiations).toBeLessThanOrEqual(instantiationBudget);
      },
    );
  });
}

/** A project with the client, the types, a version of openapi-fetch, and every program for each kind of module. */
async function createConsumer(library: string): Promise<ThrowAwayProject> {
  const project = createProject({ type: "module" });
  const packages = [tarballOf("@compute-host/client"), tarballOf("@compute-host/types")];
  project.link("openapi-fetch", folderOf(library));
  project.link("@types/node", folderOf("@types/node20"));
  for (const tarball of packages) await installTarball(project, tarball);
  const imports = packages
    .flatMap(readEntryPoints)
    .map(({ specifier }, i) => `import * as entry${i} from "${specifier}";\nvoid entry${i};\n`);
  for (const extension of ["ts", "mts", "cts"]) {
    project.write(`every-entry.${extension}`, imports.join(""));
    for (const name of copied) project.copy(`${name}.ts`, `${name}.${extension}`);
  }
  return project;
}
