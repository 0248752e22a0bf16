import { execFileSync } from "node:child_process";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { StartedProcess } from "@compute-host/command-line/process";
import { expect, test } from "vitest";
import { createRepository } from "./repository.ts";

const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

test.each(["SIGINT", "SIGTERM"] as const)("%s ends the gate while it works", async (signal) => {
  const { folder } = createRepository();
  const pipe = join(folder, "pipe.yaml");
  execFileSync("mkfifo", [pipe]);
  const gate = new StartedProcess(process.execPath, [cli, "diff", pipe, pipe], { cwd: folder });
  // The gate has opened the pipe, and waits for its content without reaching its event loop.
  const written = await open(pipe, "w");
  expect(await gate.stop(signal)).toMatchObject({ signal });
  await written.close();
});
