import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runProcess } from "@compute-host/command-line/process";
import { expect, test } from "vitest";

test("a line that cannot be read does not end the process", async () => {
  const program = fileURLToPath(new URL("supervisor-process.ts", import.meta.url));
  const runsFolder = join(tmpdir(), "compute-host-no-runs");
  const { exitCode, stderr } = await runProcess(process.execPath, [program, runsFolder], { input: "{\n" });
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
});
