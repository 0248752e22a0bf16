import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { checkImports, readImports } from "./layer-imports.ts";
import { checkLayerList, configurationLayer, findLayer, parseLayerRules, testLayer } from "./layers.ts";
import { parseSource } from "./sources.ts";

const rules = parseLayerRules(readFileSync(new URL("../../layers.txt", import.meta.url), "utf8"));
const packages = Object.entries(rules.layers);

/** Every form of import. */
const forms: readonly ((specifier: string) => string)[] = [
  (specifier) => `import { one } from "${specifier}";`,
  (specifier) => `import type { One } from "${specifier}";`,
  (specifier) => `import "${specifier}";`,
  (specifier) => `export { one } from "${specifier}";`,
  (specifier) => `export type One = import("${specifier}").One;`,
  (specifier) => `export const one = await import("${specifier}");`,
];

/** Returns a file in a layer, which may itself be a file. */
const fileIn = (folder: string, layer: string): string => {
  if (layer === configurationLayer) return `${folder}/planted.config.ts`;
  return posix.extname(layer) === "" ? `${folder}/${layer}/planted.ts` : `${folder}/${layer}`;
};

/** Runs the check on a file `from` with `text`, next to the file `to`. */
function plant(from: string, to: string, text: string): string[] {
  const files = [parseSource(from, `\n${text}\n`), parseSource(to, "export {};\n")].map(readImports);
  return checkImports(files, rules);
}

describe.each(packages)("in %s", (folder, ownLayers) => {
  const names = [...ownLayers.map(({ path }) => path), testLayer];
  const relativeSpecifier = (from: string, to: string) => {
    const path = posix.relative(posix.dirname(fileIn(folder, from)), fileIn(folder, to));
    return path.startsWith(".") ? path : `./${path}`;
  };

  test("assigns each file to the layer of its path", () => {
    const found = names.map((name) => findLayer(fileIn(folder, name).slice(folder.length + 1), ownLayers));
    expect(found).toEqual(names);
  });

  test.each(ownLayers)(
    "$path imports only what the list allows, in any form",
    ({ path: from, mayImport }) => {
      const file = fileIn(folder, from);
      for (const to of names.filter((name) => name !== from)) {
        const specifier = relativeSpecifier(from, to);
        const problem = `${file}:2 imports ${specifier}: ${from} may not import ${to}`;
        const expected = mayImport.includes(to) ? [] : [problem];
        const found = forms.map((form) => plant(file, fileIn(folder, to), form(specifier)));
        expect(found).toEqual(forms.map(() => expected));
      }
    },
  );
});

test.each(Object.entries(rules.modules))(
  "%s is imported only where the list allows it",
  (module, allowed) => {
    const specifier = module.endsWith("/") ? `${module}x` : module;
    for (const [folder, ownLayers] of packages) {
      for (const { path } of ownLayers) {
        const file = fileIn(folder, path);
        const problem = `${file}:2 imports ${specifier}, which only ${allowed.join(" and ")} may`;
        const expected = allowed.includes(`${folder}/${path}`) ? [] : [problem];
        const found = forms.map((form) => plant(file, `${folder}/other.ts`, form(specifier)));
        expect(found).toEqual(forms.map(() => expected));
      }
    }
  },
);

test("the list has every package with folders", () => {
  expect(packages.map(([folder]) => folder)).toEqual(
    expect.arrayContaining(["packages/client", "packages/server", "packages/spec-gate"]),
  );
});

test.each([
  (specifier: string) => `import "${specifier}";`,
  (specifier: string) => `void import(new URL("${specifier}", import.meta.url).href);`,
  (specifier: string) => `createRequire(import.meta.url)("${specifier}");`,
  (specifier: string) => `module.createRequire(import.meta.url).resolve("${specifier}");`,
  (specifier: string) => `await import(import.meta.resolve("${specifier}"));`,
])("refuses to import a file of another package, in form %#", (form) => {
  const file = "packages/client/src/planted.ts";
  const specifier = "../../server/src/index.ts";
  expect(plant(file, "packages/server/src/index.ts", form(specifier))).toEqual([
    `${file}:2 imports ${specifier}, a file of another package`,
  ]);
});

test("a file may name one of another package that has no code, and start a program of its own package", () => {
  const text =
    'new URL("../../../spec/openapi.yaml", import.meta.url); new URL("../dist/main.js", import.meta.url);';
  expect(plant("packages/server/src/http/planted.ts", "packages/server/src/cli/main.ts", text)).toEqual([]);
});

test("reports a file in an unlisted folder", () => {
  const file = "packages/server/helpers/planted.ts";
  expect(plant(file, "packages/server/src/index.ts", "")).toEqual([
    `${file} is not in a layer of packages/server`,
  ]);
});

test("a test may import every layer", () => {
  expect(
    plant(
      "packages/server/src/http/planted.test.ts",
      "packages/server/src/cli/one.ts",
      'import "../cli/one.ts";',
    ),
  ).toEqual([]);
});

test("refuses a list in which two layers import each other", () => {
  const text = "packages/a\n  src/one: src/two\n  src/two: src/one\n";
  const files = ["packages/a/src/one/x.ts", "packages/a/src/two/x.ts"];
  expect(checkLayerList(files, parseLayerRules(text))).toEqual([
    "packages/a: src/two may import src/one, which does not come after it",
  ]);
});

test("reports a layer without a file", () => {
  const text = "packages/a\n  src/one:\n  src:\n";
  expect(checkLayerList(["packages/a/src/x.ts"], parseLayerRules(text))).toEqual([
    "packages/a: the layer src/one has no file",
  ]);
});

test("`*` stands for every layer below, without those that `!` takes out", () => {
  const text = "packages/a\n  src: * !src/two\n  src/one:\n  src/two:\n  src/three: *\n  src/four:\n";
  expect(parseLayerRules(text).layers["packages/a"]?.map(({ mayImport }) => mayImport)).toEqual([
    ["src/one", "src/three", "src/four"],
    [],
    [],
    ["src/four"],
    [],
  ]);
});

test("examples import no folder of their package, listed or not", () => {
  for (const folder of ["packages/client", "packages/types"]) {
    const file = `${folder}/examples/planted.ts`;
    expect(plant(file, `${folder}/src/index.ts`, 'import "../src/index.ts";')).toEqual([
      `${file}:2 imports ../src/index.ts: examples may not import src`,
    ]);
  }
});
