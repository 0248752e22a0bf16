import { afterAll, beforeAll, expect, test } from "vitest";
import { installTarball, readEntryPoints, tarballOf } from "../projects/tarballs.ts";
import { createProject, type ThrowAwayProject } from "../projects/throw-away-project.ts";
import { folderOf, type TestRun } from "../runtimes.ts";
import { type CompilerSettings, checkByCommand } from "./type-check.ts";

const compilers = ["typescript54", "typescript59", "typescript60", "typescript70"];
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
/** The most generic types that the compiler may instantiate for a consumer's file. */
const instantiationBudget = 100;

/** What `npm test` compiles: the newest compiler is fast, and the oldest knows the fewest types. */
const everyday = ["typescript70 nodenext", "typescript70 bundler", "typescript54 bundler"];

/** Defines the tests of a consumer's types. */
export function testTypeScript(run: TestRun): void {
  const projects: ThrowAwayProject[] = [];
  const consumerWith = async (library: string) => {
    const project = await createConsumer(library);
    projects.push(project);
    return project.directory;
  };
  let folder: string;
  beforeAll(async () => {
    folder = await consumerWith("openapi-fetch");
  });
  afterAll(() => projects.forEach((project) => void project[Symbol.dispose]()));
  const cells = compilers.flatMap((alias) => ways.map((way) => ({ alias, ...way })));
  const tested = cells.filter(
    ({ alias, settings }) =>
      everyday.includes(`${alias} ${settings.moduleResolution}`) === (run === "everyday"),
  );
  const filesOf = (extensions: readonly string[]) =>
    extensions.flatMap((extension) => programs.map((program) => `${program}.${extension}`));

  test.each(tested)(
    "$alias compiles a consumer with moduleResolution $settings.moduleResolution",
    async ({ alias, extensions, settings }) => {
      expect(await checkByCommand(alias, folder, filesOf(extensions), settings)).toMatchObject({
        errors: [],
      });
    },
  );

  test(`a consumer's file takes at most ${instantiationBudget} instantiations`, async () => {
    const settings = { ...bundler, skipLibCheck: true };
    const alias = run === "everyday" ? "typescript70" : "typescript60";
    const { errors, instantiations } = await checkByCommand(alias, folder, ["types.ts"], settings);
    expect(errors).toEqual([]);
    expect(instantiations).toBeLessThanOrEqual(instantiationBudget);
  });

  if (run === "everyday") return;
  test("a consumer compiles with the older openapi-fetch", async () => {
    const older = await consumerWith("openapi-fetch16");
    expect(await checkByCommand("typescript54", older, filesOf(["ts"]), bundler)).toMatchObject({
      errors: [],
    });
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
