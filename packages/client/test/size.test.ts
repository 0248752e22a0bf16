import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { runProcess } from "@compute-host/command-line/process";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));

test("each entry is within its budget, minified and gzipped", async () => {
  // It prints the figures even if they exceed a limit.
  const { stdout } = await runProcess("pnpm", ["exec", "size-limit", "--json"], { cwd: folder });
  const sizes: { name: string; size: number; sizeLimit?: number }[] = JSON.parse(stdout);
  console.table(
    sizes.map(({ name, size, sizeLimit }) => ({ client: name, "bytes gzipped": size, budget: sizeLimit })),
  );
  expect(sizes).toHaveLength(8);
  for (const { name, size, sizeLimit = Infinity } of sizes) {
    expect(size, name).toBeGreaterThan(300);
    expect(size, name).toBeLessThanOrEqual(sizeLimit);
  }
});

/** The text of a built file and everything it imports. */
async function textOf(file: string): Promise<string> {
  const text = await readFile(new URL(`../dist/${file}`, import.meta.url), "utf8");
  const imported = [...text.matchAll(/from "\.\/([^"]+)"/g)].map((match) => textOf(match[1] as string));
  return [text, ...(await Promise.all(imported))].join("\n");
}

test("the main entry contains neither the validators nor openapi-fetch", async () => {
  expect(await textOf("schemas.mjs")).toContain("must be a UUID");
  expect(await textOf("openapi-fetch.mjs")).toContain('from "openapi-fetch"');
  const main = await textOf("index.mjs");
  expect(main).not.toContain("must be a UUID");
  expect(main).not.toContain('from "openapi-fetch"');
  expect(await textOf("queries.mjs")).not.toContain("fetch(");
});
