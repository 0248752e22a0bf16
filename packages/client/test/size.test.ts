import { access, glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runBin } from "./run-bin.ts";

const folder = fileURLToPath(new URL("..", import.meta.url));

test("a program with one GET is within its budget, minified and gzipped", async () => {
  // It prints the figures even if they exceed a limit.
  const stdout = await runBin("size-limit", ["--json"], folder);
  const sizes: { name: string; size: number; sizeLimit?: number }[] = JSON.parse(stdout);
  console.table(
    sizes.map(({ name, size, sizeLimit }) => ({ client: name, "bytes gzipped": size, budget: sizeLimit })),
  );
  const limited = sizes.filter(({ sizeLimit }) => sizeLimit !== undefined);
  expect(limited.map(({ name }) => name)).toEqual([
    "@compute-host/client",
    "@compute-host/client/openapi-fetch",
    "@compute-host/client/queries",
  ]);
  for (const { size, sizeLimit = 0 } of limited) {
    expect(size).toBeGreaterThan(300);
    expect(size).toBeLessThanOrEqual(sizeLimit);
  }
});

/** The text of a built file and everything it imports. */
async function textOf(file: string): Promise<string> {
  const text = await readFile(new URL(`../dist/${file}`, import.meta.url), "utf8");
  const imported = [...text.matchAll(/from "\.\/([^"]+)"/g)].map((match) => textOf(match[1] as string));
  return [text, ...(await Promise.all(imported))].join("\n");
}

test("each declaration file has the map that it names, and its source is published", async () => {
  const { files } = JSON.parse(await readFile(new URL("../package.json", import.meta.url), "utf8"));
  expect(files).toEqual(expect.arrayContaining(["dist", "src", "!src/**/*.test*"]));
  let count = 0;
  for await (const name of glob("dist/**/*.d.[mc]ts", { cwd: folder })) {
    const declarations = new URL(name, new URL("../", import.meta.url));
    const text = await readFile(declarations, "utf8");
    const map = new URL(/^\/\/# sourceMappingURL=(.+)$/m.exec(text)?.[1] ?? "", declarations);
    const { sources } = JSON.parse(await readFile(map, "utf8"));
    await Promise.all(sources.map((source: string) => access(new URL(source, map))));
    count += sources.length;
  }
  expect(count).toBeGreaterThan(10);
});

test("the main entry contains neither the validators nor openapi-fetch", async () => {
  expect(await textOf("schemas.mjs")).toContain("must be a UUID");
  expect(await textOf("openapi-fetch.mjs")).toContain('from "openapi-fetch"');
  const main = await textOf("index.mjs");
  expect(main).not.toContain("must be a UUID");
  expect(main).not.toContain('from "openapi-fetch"');
  expect(await textOf("queries.mjs")).not.toContain("fetch(");
});
