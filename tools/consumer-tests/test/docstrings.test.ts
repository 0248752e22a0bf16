import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { findPublishedPackages } from "../src/packages/published-packages.ts";
import { installTarball, readEntryPoints, tarballOf } from "../src/projects/tarballs.ts";
import { createProject, type ThrowAwayProject } from "../src/projects/throw-away-project.ts";
import { folderOf } from "../src/runtimes.ts";
import { completeExample, findDocstringExamples } from "../src/typescript/docstring-examples.ts";
import { checkByCommand, exportedNames } from "../src/typescript/type-check.ts";

const settings = {
  module: "nodenext",
  moduleResolution: "nodenext",
  lib: ["es2023"],
  types: ["node"],
  skipLibCheck: true,
} as const;

/** Names that a package's examples may use without declaring them, in addition to the package's exports. */
const contexts: Readonly<Record<string, string>> = {
  "@compute-host/client": [
    'declare const client: import("@compute-host/client").ComputeHostClient;',
    "declare const id: string;",
    "declare const token: string;",
  ].join("\n"),
};

const examples = findDocstringExamples();
const packed = inject("tarballs").map(({ name }) => name);
const packageNames = packed.filter((name) => examples.some(({ packageName }) => packageName === name));

describe.each(packageNames)("%s", (packageName) => {
  const own = examples.filter((example) => example.packageName === packageName);
  const wrong = { place: "a wrong example", text: "const wrong: number = namedNowhere;" };
  let project: ThrowAwayProject;
  let errors: readonly string[];

  // One program for all of them, each in its own module.
  beforeAll(async () => {
    project = createProject({ type: "module" });
    const tarball = tarballOf(packageName);
    await installTarball(project, tarball);
    project.link("@types/node", folderOf("@types/node20"));
    const specifiers = readEntryPoints(tarball).map(({ specifier }) => specifier);
    const namesByEntry = exportedNames("typescript60", project, specifiers, settings);
    for (const { place, text } of [...own, wrong]) {
      linkImports(text);
      const imports = importsOf(text, namesByEntry);
      project.write(fileOf(place), completeExample(text, imports, contexts[packageName] ?? ""));
    }
    const files = [...own, wrong].map(({ place }) => fileOf(place));
    errors = (await checkByCommand("typescript70", project.directory, files, settings)).errors;
  });
  afterAll(() => project[Symbol.dispose]());

  const errorsAt = (place: string) => errors.filter((error) => error.startsWith(fileOf(place)));

  /** Links other packages that an example imports from its package's dependencies. */
  function linkImports(text: string): void {
    const source = findPublishedPackages().find(({ manifest }) => manifest.name === packageName);
    for (const [, name = ""] of text.matchAll(/from "((?:@[\w-]+\/)?[\w-]+)/g)) {
      if (!project.has(name)) project.link(name, join(source?.directory ?? "", "node_modules", name));
    }
  }

  test.for(own)("the example at $place compiles", ({ place }) => {
    expect(errorsAt(place)).toEqual([]);
  });

  test("refuses an example that does not compile, and nothing else", () => {
    expect(errorsAt(wrong.place)).toEqual([expect.stringContaining("namedNowhere")]);
    expect(errors).toHaveLength(1);
  });
});

const fileOf = (place: string) => `${place.replaceAll(/\W/g, "-")}.ts`;

/** The imports of the names that a program uses, without those that it imports itself. */
function importsOf(text: string, namesByEntry: ReadonlyMap<string, readonly string[]>): string[] {
  const used = new Set(text.match(/[A-Za-z_$][\w$]*/g));
  for (const [line] of text.matchAll(/^import .* from /gm)) {
    for (const name of line.match(/[A-Za-z_$][\w$]*/g) ?? []) used.delete(name);
  }
  return [...namesByEntry].flatMap(([specifier, names]) => {
    const wanted = names.filter((name) => used.has(name));
    for (const name of wanted) used.delete(name);
    return wanted.length === 0 ? [] : [`import { ${wanted.join(", ")} } from "${specifier}";`];
  });
}
