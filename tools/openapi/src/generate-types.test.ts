import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const readManifest = (folder: string) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));

let copy: string;
let generated: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "drift-"));
  for (const folder of ["tools/openapi/src", "packages/types/src"]) {
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  }
  symlinkSync(join(root, "tools/openapi/node_modules"), join(copy, "tools/openapi/node_modules"));
  writeFileSync(join(copy, "package.json"), '{ "type": "module" }');
  generated = join(copy, "packages/types/src/openapi.gen.ts");
});
afterAll(() => rmSync(copy, { recursive: true }));

/** Runs the check as the types package does, on the copy. */
function check() {
  const program = join(copy, "tools/openapi/src/generate-types.ts");
  return spawnSync(process.execPath, [program, "--check"], { encoding: "utf8", timeout: 60_000 });
}

test("the check passes on what is committed, and fails when a line of it is edited", () => {
  expect(check()).toMatchObject({ status: 0, stderr: "" });
  const text = readFileSync(generated, "utf8");
  writeFileSync(generated, text.replace("remoteUser?: string", "remoteUser: string"));
  const { status, stderr } = check();
  expect(status).toBe(1);
  expect(stderr).toMatch(/openapi\.gen\.ts:\d+ differs from what the spec gives.*`pnpm generate`/);
});

test.each(["packages/types", "packages/client"])("npm test runs the check of %s", (folder) => {
  const { generate, check } = readManifest(folder).scripts;
  expect(check).toBe(`${generate} --check`);
  expect(readFileSync(join(root, "tools/repo/src/test/run-tests.ts"), "utf8")).toContain('"check",');
});
