import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readEntryPoints } from "../src/export-map.ts";
import { installTarball } from "../src/install-tarball.ts";
import { readManifest } from "../src/published-packages.ts";
import { folderOf } from "../src/runtimes.ts";
import { tarballOf } from "../src/tarball-of.ts";
import { createProject, type ThrowAwayProject } from "../src/throw-away-project.ts";
import {
  type CompilerSettings,
  checkByCommand,
  checkInProcess,
  type TypeCheckResult,
} from "../src/type-check.ts";

const client = tarballOf("@compute-host/client");
const types = tarballOf("@compute-host/types");
const entryPoints = [client, types].flatMap(readEntryPoints);
const instantiationBudget = 100;

type Check = (cwd: string, files: string[], settings: CompilerSettings) => Promise<TypeCheckResult>;
const inProcess =
  (alias: string): Check =>
  async (...args) =>
    checkInProcess(alias, ...args);
const compilers = [
  { label: "TypeScript 5.4", alias: "typescript54", check: inProcess("typescript54") },
  { label: "TypeScript 5.9", alias: "typescript59", check: inProcess("typescript59") },
  { label: "TypeScript 6.0", alias: "typescript60", check: inProcess("typescript60") },
  {
    label: "TypeScript 7.0",
    alias: "typescript70",
    check: (...args: Parameters<Check>) => checkByCommand("typescript70", ...args),
  },
];

const onNode = { lib: ["es2022"], types: ["node"], skipLibCheck: false };
const inBrowser = { lib: ["es2022", "dom"], types: [], skipLibCheck: false };
const bundler: CompilerSettings = { module: "esnext", moduleResolution: "bundler", ...inBrowser };
const ways: { extensions: string[]; settings: CompilerSettings }[] = [
  { extensions: ["mts", "cts"], settings: { module: "node16", moduleResolution: "node16", ...onNode } },
  { extensions: ["mts", "cts"], settings: { module: "nodenext", moduleResolution: "nodenext", ...onNode } },
  { extensions: ["ts"], settings: bundler },
];

const openApiFetchVersions = ["openapi-fetch16", "openapi-fetch"];

let project: ThrowAwayProject;

beforeAll(async () => {
  project = createProject({ type: "module" });
  await installTarball(project, client);
  await project.unpack(types);
  project.link("@types/node", folderOf("@types/node20"));
  const everything = entryPoints.map(
    ({ specifier }, i) => `import * as entry${i} from "${specifier}";\nvoid entry${i};\n`,
  );
  for (const extension of ["ts", "mts", "cts"]) {
    project.copy("types.ts", `types.${extension}`);
    project.copy("mistakes.ts", `mistakes.${extension}`);
    project.write(`every-entry.${extension}`, everything.join(""));
  }
});
afterAll(() => project[Symbol.dispose]());

describe.for(compilers)("$label", ({ label, alias, check }) => {
  test.for(ways)(
    "compiles a consumer with moduleResolution $settings.moduleResolution",
    async (way, { task }) => {
      const { moduleResolution } = way.settings;
      const { version } = readManifest(folderOf(alias));
      task.meta.matrix = { subject: label, version, how: moduleResolution };
      const programs = ["types", "mistakes", "every-entry"];
      const files = way.extensions.flatMap((extension) =>
        programs.map((program) => `${program}.${extension}`),
      );
      const { errors } = await check(project.directory, files, way.settings);
      expect(errors).toEqual([]);
    },
  );
});

test.for(compilers.filter(({ alias }) => alias >= "typescript60"))(
  `a consumer's file takes $label at most ${instantiationBudget} instantiations`,
  async ({ label, alias, check }, { task }) => {
    const { errors, instantiations } = await check(project.directory, ["types.ts"], {
      ...bundler,
      skipLibCheck: true,
    });
    const { version } = readManifest(folderOf(alias));
    task.meta.matrix = {
      subject: label,
      version,
      how: `${instantiations} of ${instantiationBudget} instantiations`,
    };
    expect(errors).toEqual([]);
    expect(instantiations).toBeGreaterThan(0);
    expect(instantiations).toBeLessThanOrEqual(instantiationBudget);
  },
);

describe.for(openApiFetchVersions)("%s", (version) => {
  let withVersion: ThrowAwayProject;
  beforeAll(async () => {
    withVersion = createProject({ type: "module" });
    await withVersion.unpack(client);
    await withVersion.unpack(types);
    withVersion.link("openapi-fetch", folderOf(version));
    withVersion.link("@types/node", folderOf("@types/node20"));
    for (const extension of ["ts", "mts", "cts"]) {
      withVersion.copy("openapi-fetch.ts", `openapi-fetch.${extension}`);
    }
  });
  afterAll(() => withVersion[Symbol.dispose]());

  test.for(compilers.flatMap((compiler) => ways.map((way) => ({ ...compiler, ...way }))))(
    "$label returns data of type Computer, with moduleResolution $settings.moduleResolution",
    async ({ label, alias, check, extensions, settings }, { task }) => {
      const { version: compiler } = readManifest(folderOf(alias));
      const { version: library } = readManifest(folderOf(version));
      const how = `openapi-fetch ${library}, ${settings.moduleResolution}`;
      task.meta.matrix = { subject: label, version: compiler, how };
      const files = extensions.map((extension) => `openapi-fetch.${extension}`);
      // Do not check the declarations of openapi-fetch itself.
      const { errors } = await check(withVersion.directory, files, { ...settings, skipLibCheck: true });
      expect(errors).toEqual([]);
    },
  );
});
