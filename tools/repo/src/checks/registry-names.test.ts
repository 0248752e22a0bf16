import { expect, test } from "vitest";
import { checkRegistryNames } from "./registry-names.ts";
import { createRepository } from "./temporary-repository.ts";

const gate = {
  name: "@compute-host/spec-gate",
  folder: "packages/spec-gate",
  scripts: [],
  commands: ["spec-gate"],
  dependencies: [],
};

/** Checks one file with a text. */
async function check(text: string, file = "README.md"): Promise<string[]> {
  await using repository = await createRepository();
  await repository.write(file, text);
  return checkRegistryNames({ root: repository.root, files: [file], packages: [gate] });
}

test.each([
  "npx @compute-host/spec-gate diff",
  "npx --yes --package=@compute-host/spec-gate@0 spec-gate check",
  "npx --yes spec-gate@latest check",
  "npm exec --yes -- @compute-host/spec-gate@0.1.0",
  "node_modules/.bin/npm exec @compute-host/spec-gate",
  "npm install --save-dev --save-exact '@compute-host/types@^0.1'",
  "npm pack @compute-host/client",
  "pnpm add -w @compute-host/client",
  "yarn add --dev @compute-host/client",
  "bunx --bun @compute-host/spec-gate",
  "deno run --allow-net npm:@compute-host/server@0.1/serve",
  "cd api && npx @compute-host/spec-gate",
  "Run `npm i @compute-host/client`.",
  "run: npm install yaml \\\n  --save-exact \\\n  @compute-host/client",
  "#   npx --yes \\\r\n#     @compute-host/spec-gate",
  'spawn("npx", ["--yes", "@compute-host/spec-gate"])',
  '{ "help": "Usage\\n  npx @compute-host/spec-gate" }',
  'import { createClient } from "npm:@compute-host/client";',
  '<script src="https://esm.sh/@compute-host/client"></script>',
])("reports %j", async (text) => {
  const line = text.includes("\\\n") ? 3 : text.includes("\\\r\n") ? 2 : 1;
  expect(await check(`${text}\n`)).toEqual([
    expect.stringMatching(
      new RegExp(`^README\\.md:${line} asks a registry for .*; use a clone or a tarball`),
    ),
  ]);
});

test.each([
  "pnpm --filter @compute-host/spec-gate exec spec-gate check",
  "pnpm --filter=@compute-host/spec-gate pack",
  "pnpm install --frozen-lockfile --filter '@compute-host/server...'",
  "npm -w @compute-host/client install yaml",
  "npm run build -- @compute-host/client",
  "npm install ../compute-host/dist/compute-host-client.tgz",
  "node_modules/.bin/spec-gate check api/openapi.yaml",
  "npm install && node_modules/.bin/spec-gate check",
  "`npm install` also builds `@compute-host/client`.",
  'import { createClient } from "@compute-host/client";',
  "http://127.0.0.1:4873/@compute-host/client",
])("accepts %j", async (text) => {
  expect(await check(text)).toEqual([]);
});

test("reads every file except tests", async () => {
  const text = "npx @compute-host/spec-gate";
  expect(await check(text, "packages/spec-gate/src/usage.ts")).toHaveLength(1);
  expect(await check(text, "packages/contract-tests/README.md")).toHaveLength(1);
  expect(await check(text, "packages/spec-gate/src/usage.test.ts")).toEqual([]);
  expect(await check(text, "packages/spec-gate/test/usage.ts")).toEqual([]);
});
