import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
const manifest = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8")) as {
  name: string;
  exports: Record<string, string>;
};

test("shows an example that runs", () => {
  const [, example = ""] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", example], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    encoding: "utf8",
    timeout: 300_000,
  });
  expect(output).toMatch(/^\d+\.\d+\.\d+ \[/);
  expect(output).toContain("/api/v0/computers");
});

test("names every file that the package exports", () => {
  const exported = Object.keys(manifest.exports).filter((path) => path !== "./package.json");
  const named = [...readme.matchAll(/^\| `@compute-host\/spec\/([^`]+)`/gm)].map(([, path]) => `./${path}`);
  expect(named.toSorted()).toEqual(exported.toSorted());
});
