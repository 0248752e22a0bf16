import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test.each([0, 3])(
  "a process that can start PostgreSQL keeps its exit code %i, so that failed tests fail the run",
  (code) => {
    const module = new URL("./postgres-server.ts", import.meta.url).href;
    const program = `await import(${JSON.stringify(module)}); process.exitCode = ${code};`;
    const { status } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
      timeout: 20_000,
    });
    expect(status).toBe(code);
  },
);
