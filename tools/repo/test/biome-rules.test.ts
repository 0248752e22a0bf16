import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runOrThrow, runProcess } from "@compute-host/command-line/process";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** A violation of each house rule, with the other files that it needs. */
const plants: [what: string, rule: string, files: Readonly<Record<string, string>>][] = [
  [
    "a floating promise",
    "lint/nursery/noFloatingPromises",
    { "floating.ts": "export async function run(): Promise<void> {}\nrun();\n" },
  ],
  [
    "a test called `it`",
    "lint/style/noRestrictedImports",
    { "verb.test.ts": 'import { expect, it } from "vitest";\n\nit("runs", () => expect(1).toBe(1));\n' },
  ],
  [
    "a constant in capitals",
    "lint/style/useNamingConvention",
    { "constant.ts": "export const MAX_ATTEMPTS = 3;\n" },
  ],
  ["a default export", "lint/style/noDefaultExport", { "default.ts": "export default 3;\n" }],
  [
    "an export of everything",
    "lint/performance/noReExportAll",
    { "index.ts": 'export * from "./constants.ts";\n', "constants.ts": "export const one = 1;\n" },
  ],
  [
    "a cycle of values",
    "lint/suspicious/noImportCycles",
    {
      "a.ts": 'import { two } from "./b.ts";\n\nexport const one = (): number => two() - 1;\n',
      "b.ts": 'import { one } from "./a.ts";\n\nexport const two = (): number => one() + 1;\n',
    },
  ],
  [
    "a cycle of types",
    "lint/suspicious/noImportCycles",
    {
      "a.ts": 'import type { Two } from "./b.ts";\n\nexport interface One {\n  readonly two: Two;\n}\n',
      "b.ts": 'import type { One } from "./a.ts";\n\nexport interface Two {\n  readonly one: One;\n}\n',
    },
  ],
];

let folder: string;
let found: ReadonlyMap<string, readonly string[]>;

/** Lints all violations at once with the repository's configuration, each in its own folder. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "biome-rules-"));
  for (const file of ["biome.json", ".gitignore"]) await cp(join(root, file), join(folder, file));
  for (const [index, [, , files]] of plants.entries()) {
    for (const [name, text] of Object.entries(files)) {
      const path = join(folder, `packages/planted/src/${index}`, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
  }
  await runOrThrow("git", ["init", "--quiet"], { cwd: folder });
  const { stdout } = await runProcess("biome", ["ci", "--colors=off", "--reporter=json", "."], {
    cwd: folder,
  });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { path: string | { file: string } } }[];
  };
  const categories = new Map<string, string[]>();
  for (const { category, location } of diagnostics) {
    const path = typeof location.path === "string" ? location.path : location.path.file;
    const index = /planted\/src\/(\d+)\//.exec(path)?.[1] ?? "";
    categories.set(index, [...(categories.get(index) ?? []), category]);
  }
  found = categories;
});
afterAll(() => rm(folder, { recursive: true }));

test.each(plants.map(([what, rule], index) => ({ what, rule, index })))(
  "refuses $what",
  ({ rule, index }) => {
    expect(new Set(found.get(String(index)))).toEqual(new Set([rule]));
  },
);
