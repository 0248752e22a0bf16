import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { StartedProcess } from "@compute-host/command-line/process";
import { expect, test } from "vitest";
import { createRepository } from "./repository.ts";

const cli = fileURLToPath(new URL("../src/cli.ts", import.meta.url));

/** Waits for a condition; the limit only ends what hangs. */
async function until(isMet: () => boolean): Promise<void> {
  for (let left = 600; !isMet(); left--) {
    if (left === 0) throw new Error("it never happened");
    await delay(100);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s ends the gate with its steps, and leaves no temporary folder", async (signal, exitCode) => {
  const api = "openapi: 3.1.0\ninfo: { title: T, version: 1.0.0 }\npaths: {}\n";
  const { folder } = createRepository({ "api.yaml": api });
  const temporary = join(folder, "tmp");
  mkdirSync(temporary);
  const step = "Slow=echo $$ > pid.part; mv pid.part pid; sleep 600; true";
  const args = [cli, "check", "api.yaml", "--base-ref", "HEAD", "--step", step];
  const gate = new StartedProcess(process.execPath, args, { cwd: folder, env: { TMPDIR: temporary } });
  await until(() => existsSync(join(folder, "pid")));
  const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
  expect((await gate.stop(signal)).exitCode).toBe(exitCode);
  await until(() => !isRunning(pid));
  expect(readdirSync(temporary).filter((name) => name.startsWith("spec-gate-"))).toEqual([]);
});

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
