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
  "npx -p @compute-host/spec-gate spec-gate",
  "npx --yes spec-gate@latest check",
  "npm exec --yes -- @compute-host/spec-gate@0.1.0",
  "npm x spec-gate",
  "node_modules/.bin/npm exec @compute-host/spec-gate",
  "npm install --save-dev --save-exact '@compute-host/types@^0.1'",
  "npm --prefix app i -g yaml @compute-host/server",
  "npm add @compute-host/{client,types}",
  "npm init @compute-host",
  "npm pack @compute-host/client",
  "npm.cmd install @compute-host/client",
  "npx pnpm@12 dlx @compute-host/spec-gate",
  "pnpm add -w @compute-host/client",
  "pnpm --filter app add -D @compute-host/client",
  "pnpm --silent dlx @compute-host/spec-gate",
  "pnpx @compute-host/spec-gate",
  "yarn add --dev @compute-host/client",
  "yarn dlx -q @compute-host/spec-gate",
  "yarn global add @compute-host/server",
  "bunx --bun @compute-host/spec-gate",
  "bun x @compute-host/spec-gate",
  "bun install @compute-host/client",
  "deno add @compute-host/client",
  "deno add npm:@compute-host/client",
  "deno run --allow-net npm:@compute-host/server@0.1/serve",
  "cd api && npx @compute-host/spec-gate",
  "RUN npm ci; npm install @compute-host/client",
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
  "npx pnpm@12 -F @compute-host/client add yaml",
  "npm -w @compute-host/client install yaml",
  "npm install --workspace @compute-host/client yaml",
  "npm run build -- @compute-host/client",
  "yarn workspace @compute-host/client test",
  "turbo run build --filter=@compute-host/client",
  "npm install ../compute-host/dist/compute-host-client.tgz",
  "npm install --global ./dist/spec-gate.tgz",
  "node_modules/.bin/spec-gate check api/openapi.yaml",
  "npm install && node_modules/.bin/spec-gate check",
  "npm install\nspec-gate check",
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
