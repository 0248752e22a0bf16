import { fileURLToPath } from "node:url";
import { runProcess } from "@compute-host/command-line/process";
import { expect, test } from "vitest";

const folder = fileURLToPath(new URL("../..", import.meta.url));

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
