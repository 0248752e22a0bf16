import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { completeExample, findDocstringExamples, readExamples } from "../src/docstring-examples.ts";
import { readEntryPoints } from "../src/export-map.ts";
import { installTarball } from "../src/install-tarball.ts";
import { findPublishedPackages } from "../src/published-packages.ts";
import { folderOf } from "../src/runtimes.ts";
import { tarballOf } from "../src/tarball-of.ts";
import { createProject, type ThrowAwayProject } from "../src/throw-away-project.ts";
import { checkInProcess, exportedNames } from "../src/type-check.ts";

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
const packageNames = [...new Set(examples.map(({ packageName }) => packageName))];

test("reads the program after the tag, up to the next tag, but no value from the spec", () => {
  const source =
    "/** One.\n * @example true\n */\nexport const one = 1;\n\n/**\n * Two.\n *\n * @example\n * ```ts\n * two();\n *   three();\n * ```\n * @returns two\n */\n";
  expect(readExamples("a.ts", "a", source)).toEqual([
    { place: "a.ts:10", packageName: "a", text: "two();\n  three();" },
  ]);
});

test("the client and the server have examples", () => {
  expect(packageNames).toEqual(expect.arrayContaining(["@compute-host/client", "@compute-host/server"]));
});

describe.each(packageNames)("%s", (packageName) => {
  let project: ThrowAwayProject;
  let namesByEntry: ReadonlyMap<string, readonly string[]>;

  beforeAll(async () => {
    project = createProject({ type: "module" });
    const tarball = tarballOf(packageName);
    await installTarball(project, tarball);
    project.link("@types/node", folderOf("@types/node20"));
    const specifiers = readEntryPoints(tarball).map(({ specifier }) => specifier);
    namesByEntry = exportedNames("typescript60", project, specifiers, settings);
  });
  afterAll(() => project[Symbol.dispose]());

  /** Compiles an example as its own module; returns the errors. */
  function compile(text: string): readonly string[] {
    const used = new Set(text.match(/[A-Za-z_$][\w$]*/g));
    // Do not import again what the example imports itself.
    for (const [line] of text.matchAll(/^import .* from /gm)) {
      for (const name of line.match(/[A-Za-z_$][\w$]*/g) ?? []) used.delete(name);
    }
    const imports = [...namesByEntry].flatMap(([specifier, names]) => {
      const wanted = names.filter((name) => used.has(name));
      for (const name of wanted) used.delete(name);
      return wanted.length === 0 ? [] : [`import { ${wanted.join(", ")} } from "${specifier}";`];
    });
    linkImports(text);
    project.write("example.ts", completeExample(text, imports, contexts[packageName] ?? ""));
    return checkInProcess("typescript60", project.directory, ["example.ts"], settings).errors;
  }

  /** Links other packages that an example imports from its package's dependencies. */
  function linkImports(text: string): void {
    const source = findPublishedPackages().find(({ manifest }) => manifest.name === packageName);
    for (const [, name = ""] of text.matchAll(/from "((?:@[\w-]+\/)?[\w-]+)/g)) {
      if (!project.has(name)) project.link(name, join(source?.directory ?? "", "node_modules", name));
    }
  }

  test.for(examples.filter((example) => example.packageName === packageName))(
    "the example at $place compiles",
    ({ text }) => {
      expect(compile(text)).toEqual([]);
    },
  );

  test("refuses an example that does not compile", () => {
    expect(compile("const wrong: number = namedNowhere;")).toEqual([expect.stringContaining("namedNowhere")]);
  });
});
