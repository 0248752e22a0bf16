import { expect, test } from "vitest";
import { parseSource } from "./sources.ts";
import { parseDryRun } from "./task-inputs.ts";
import { checkUndeclaredInputs } from "./undeclared-inputs.ts";

/** What turbo prints for the tasks `test` of a package, and `build` of one that it depends on. */
function dryRun(...declared: string[]): string {
  const task = { outputs: [], dependencies: [], resolvedTaskDefinition: { cache: true } };
  const inputs = (...files: string[]) => Object.fromEntries(files.map((file) => [file, "hash"]));
  const one = {
    ...task,
    directory: "packages/one",
    inputs: inputs("src/a.ts", "src/a.test.ts", ...declared),
  };
  return JSON.stringify({
    globalCacheInputs: { files: inputs("pnpm-workspace.yaml") },
    tasks: [
      { ...one, taskId: "@x/one#check", command: "node src/a.ts", resolvedTaskDefinition: { cache: false } },
      { ...one, taskId: "@x/one#test", command: "vitest run", dependencies: ["@x/two#build"] },
      {
        ...task,
        taskId: "@x/two#build",
        command: "<NONEXISTENT>",
        directory: "packages/two",
        inputs: inputs("src/b.ts"),
      },
    ],
  });
}

const files = [
  ...["packages/one/src/a.ts", "packages/one/src/a.test.ts", "packages/one/src/unused.ts"],
  ...[
    "packages/two/src/b.ts",
    "packages/two/src/b.test.ts",
    "packages/three/c.yaml",
    "packages/three/d.yaml",
  ],
  ...["pnpm-workspace.yaml", "README.md"],
];

/** Checks a workspace in which a test imports `a.ts`, which has this text. */
function check(text: string, texts: Record<string, string> = {}, ...declared: string[]): string[] {
  const all = { "packages/one/src/a.ts": text, "packages/one/src/a.test.ts": 'import "./a.ts";', ...texts };
  const sources = Object.entries(all).map(([file, content]) => parseSource(file, content));
  const facts = { scripts: [], commands: [], dependencies: [] };
  const packages = [
    { ...facts, name: "@x/one", folder: "packages/one" },
    { ...facts, name: "@x/two", folder: "packages/two", exports: { ".": "src/b.ts" } },
  ];
  return checkUndeclaredInputs({ files, packages }, sources, parseDryRun(dryRun(...declared)));
}

const ofRoot = 'const root = fileURLToPath(new URL("../../../", import.meta.url));';

test.each([
  ["import", 'import "../../three/c.yaml";'],
  ["dynamic import", 'await import("../../three/c.yaml");'],
  ["URL", 'read(new URL("../../three/c.yaml", import.meta.url));'],
  ["join", `${ofRoot}\nread(join(root, "packages", "three/c.yaml"));`],
  ["template", `${ofRoot}\nread(\`\${root}packages/three/c.yaml\`);`],
  ["pattern", `${ofRoot}\nread(join(root, "packages", name, "c.yaml"));`],
  ["folder of the file", 'read(join(import.meta.dirname, "../../three/c.yaml"));'],
  ["working folder", 'read("../three/c.yaml");'],
  ["text below the root", `${ofRoot}\nread("packages/three/c.yaml");`],
  ["folder", 'readdir("../three");'],
])("finds a file outside the package by its %s", (_, text) => {
  const found = check(text);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(
    /^packages\/one\/src\/a\.ts:\d reads packages\/three\S*, which is not in the hash of @x\/one#test$/,
  );
  const both = ["../three/c.yaml", "../three/d.yaml"];
  expect(check(text, {}, ...both)).toEqual([]);
});

test("accepts what another task or every task hashes, in a package without a script too", () => {
  expect(check('import "@x/two";\nread("../../pnpm-workspace.yaml");')).toEqual([]);
  expect(check('read("../two/src/b.test.ts");')).toHaveLength(1);
});

test("follows imports into other packages, and through constants of other files", () => {
  const b = 'export const texts = new URL("../../three/", import.meta.url);\nread("packages/three/none");';
  expect(
    check('import { texts } from "@x/two";\nread(new URL("d.yaml", texts));', { "packages/two/src/b.ts": b }),
  ).toEqual([
    "packages/one/src/a.ts:2 reads packages/three/d.yaml, which is not in the hash of @x/one#test",
    "packages/two/src/b.ts:1 reads packages/three/, which is not in the hash of @x/one#test",
  ]);
});

test("ignores files that no cached task runs, and texts that are not paths", () => {
  expect(check("", { "packages/one/src/unused.ts": 'read("../three/c.yaml");' })).toEqual([]);
  expect(check('print("packages/three/c.yaml has a fault", "README.md");')).toEqual([]);
});
