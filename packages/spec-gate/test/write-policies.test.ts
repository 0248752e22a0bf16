import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "write-policies-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("check names the file and line that drifted, and writes nothing", () => {
  const own = fileURLToPath(new URL("../", import.meta.url));
  for (const name of ["src", "docs", "package.json"])
    cpSync(join(own, name), join(folder, name), { recursive: true });
  symlinkSync(join(own, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "docs"), { recursive: true });
  const page = join(folder, "docs/policies.md");
  const { scripts } = JSON.parse(readFileSync(join(own, "package.json"), "utf8"));
  const check = () =>
    spawnSync(scripts.check, { cwd: folder, shell: true, encoding: "utf8", timeout: 300_000 });
  expect(check()).toMatchObject({ status: 0, stderr: "" });
  const lines = readFileSync(page, "utf8").split("\n");
  lines[9] = "EDITED BY HAND";
  writeFileSync(page, lines.join("\n"));
  const { status, stderr } = check();
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /docs\/policies\.md:10 differs from what src\/policies\.ts generates.*`pnpm generate`/,
  );
  expect(readFileSync(page, "utf8")).toBe(lines.join("\n"));
});
