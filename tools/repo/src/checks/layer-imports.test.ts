import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { checkLayers } from "./layer-imports.ts";
import { root } from "./workspace.ts";

const toPackage: Readonly<Record<string, string>> = {
  "an import": 'import { x } from "@compute-host/server";',
  "an import of types": 'import type { X } from "@compute-host/server";',
  "an import for its effect": 'import "@compute-host/server";',
  "an import of a part": 'import { x } from "@compute-host/server/test-databases";',
  "a type in place": 'export type X = import("@compute-host/server").X;',
  "a dynamic import": 'const x = await import("@compute-host/server");',
  "an export": 'export { x } from "@compute-host/server";',
  "an export of types": 'export type { X } from "@compute-host/server";',
  "an export of everything": 'export * from "@compute-host/server";',
  "an export as a name": 'export * as x from "@compute-host/server";',
  "an export of types as a name": 'export type * as x from "@compute-host/server";',
  "an import of a namespace": 'import * as x from "@compute-host/server";',
  "a required module": 'const x = require("@compute-host/server");',
  "an import of a required module": 'import x = require("@compute-host/server");',
  createRequire: 'const x = createRequire(import.meta.url)("@compute-host/server");',
  "createRequire's resolve": 'const x = createRequire(import.meta.url).resolve("@compute-host/server");',
  "import.meta.resolve": 'const x = import.meta.resolve("@compute-host/server");',
};
const files: readonly (readonly [file: string, text: string])[] = [
  ...Object.values(toPackage).flatMap((text, index) => [
    [`packages/client/src/planted-${index}.ts`, text] as const,
    [`packages/client/test/planted-${index}.test.ts`, text] as const,
  ]),
  ["packages/client/src/address.ts", 'const x = new URL("../../server/src/index.ts", import.meta.url);'],
  ["packages/client/src/path.ts", 'import { x } from "../../server/src/index.ts";'],
  ["packages/client/src/beside.test.ts", 'import { x } from "@compute-host/server";'],
  ["packages/client/vite.config.ts", 'import { x } from "@compute-host/server";'],
  ["packages/client/src/errors/upwards.ts", 'import { x } from "../sending/run.ts";'],
  ["packages/client/src/errors/type-upwards.ts", 'import type { X } from "../sending/run.ts";'],
  ["packages/client/src/sending/test-code.ts", 'import { x } from "../../test/list-computers.ts";'],
  ["packages/client/src/unknown-package.ts", 'import { x } from "@compute-host/unknown";'],
  ["packages/client/src/module.ts", 'import { http } from "msw";'],
  ["packages/contract-tests/test/needs-client.test.ts", 'import { x } from "@compute-host/client";'],
  ["packages/contract-tests/test/fake.test.ts", 'import { x } from "./targets/fake-target.ts";'],
  ["packages/server/src/storage/upwards.ts", 'import { x } from "./sqlite/file/lock.ts";'],
  ["packages/server/src/provisioning/command/file.ts", 'import { rm } from "node:fs/promises";'],
  ["packages/unlisted/elsewhere/code.ts", "export {};"],
];
/** What is imported by its path, and what may be imported. */
const others: readonly (readonly [file: string, text: string])[] = [
  ["packages/client/src/sending/run.ts", 'import { x } from "../errors/errors.ts";'],
  ["packages/client/src/errors/errors.ts", 'import type { X } from "@compute-host/types";'],
  ["packages/client/test/list-computers.ts", 'import { x } from "../src/sending/run.ts";'],
  ["packages/server/src/storage/sqlite/file/lock.ts", 'import { DatabaseSync } from "node:sqlite";'],
  ["packages/server/src/provisioning/command/run/file.ts", 'import { rm } from "node:fs/promises";'],
  [
    "packages/contract-tests/test/targets/fake-target.ts",
    'import { x } from "@compute-host/client/testing";',
  ],
  ["packages/contract-tests/test/client/fake.test.ts", 'import { x } from "../targets/fake-target.ts";'],
];

test("every form of an import that layers.txt does not allow is named with its line", async () => {
  const folder = await mkdtemp(join(tmpdir(), "layers-"));
  for (const [file, text] of [...files, ...others]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `\n${text}\n`);
  }
  await mkdir(join(folder, "tools/repo"), { recursive: true });
  await copyFile(join(root, "tools/repo/layers.txt"), join(folder, "tools/repo/layers.txt"));
  const names = [...files, ...others].map(([file]) => file);
  const problems = await checkLayers({ root: folder, files: names, packages: [] });
  await rm(folder, { recursive: true });
  const named = new Set(
    problems.map((problem) => /^(.*?)(?::2 imports| is in no folder)/.exec(problem)?.[1]),
  );
  expect(files.filter(([file]) => !named.has(file))).toEqual([]);
  expect(others.filter(([file]) => named.has(file))).toEqual([]);
});
