import { fileURLToPath } from "node:url";
import { runProcess } from "@compute-host/command-line/process";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("../../src/witnesses/witnesses.ts", import.meta.url));

test("what the gate says of fifteen changes is what happens to those who did not update", async () => {
  const { exitCode, stdout, stderr } = await runProcess(process.execPath, [script, "--count", "15"]);
  // The seed repeats the run: `spec:witnesses --count 15 --seed N`.
  console.log(stdout);
  expect(exitCode, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/^15 of \d{3} changes, --seed \d+$/m);
});
