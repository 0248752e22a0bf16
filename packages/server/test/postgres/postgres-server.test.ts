import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("a process with a PostgreSQL server for tests keeps its exit code, so that failed tests fail the run", () => {
  const module = new URL("./postgres-server.ts", import.meta.url).href;
  const program = `await import(${JSON.stringify(module)}); process.exitCode = 3;`;
  const { status } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    timeout: 20_000,
  });
  expect(status).toBe(3);
});
