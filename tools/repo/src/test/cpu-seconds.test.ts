import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hasGrown, measuring, readCpuSeconds, readRecord, record } from "./cpu-seconds.ts";

function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cpu-seconds-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const task = (taskId: string, more: object = {}) => ({
  taskId,
  directory: "",
  exitCode: 0,
  isCached: false,
  ...more,
});

test("the shell of a script measures it, and passes its arguments and its exit code on", async () => {
  const folder = createFolder();
  const burn = `node -e 'const end = process.cpuUsage().user + 3e5; while (process.cpuUsage().user < end);'`;
  const { status, stdout } = spawnSync(
    measuring.pnpm_config_script_shell ?? "",
    ["-c", `${burn}; echo "$pnpm_config_script_shell."; exit 3`],
    {
      cwd: folder,
      env: { ...process.env, ...measuring, npm_lifecycle_event: "test:full" },
      encoding: "utf8",
    },
  );
  expect([status, stdout]).toEqual([3, ".\n"]);
  const measured = await readCpuSeconds(folder, [task("a#test:full", { exitCode: 3 }), task("a#check")]);
  expect(measured["a#test:full"]).toBeGreaterThanOrEqual(0.3);
  expect(Object.keys(measured)).toEqual(["a#test:full"]);
});

test("a task from the cache has no measurement, even if an earlier run left one", async () => {
  const folder = createFolder();
  mkdirSync(join(folder, ".turbo"));
  writeFileSync(join(folder, ".turbo/cpu-test"), "0m0.01s 0m0.02s\n1m2.5s 0m3.25s\n");
  expect(await readCpuSeconds(folder, [task("a#test")])).toEqual({ "a#test": 65.75 });
  expect(await readCpuSeconds(folder, [task("a#test", { isCached: true })])).toEqual({});
  expect(await readCpuSeconds(folder, [task("a#test", { exitCode: undefined })])).toEqual({});
});

test.each([
  [40, 30, true],
  [39.9, 30, false],
  [3, 1.5, false],
  [undefined, 30, false],
  [30, undefined, false],
])("%s s where %s s is recorded: grown is %s", (seconds, recorded, isGrown) => {
  expect(hasGrown(seconds, recorded)).toBe(isGrown);
});

test("recording replaces the tasks that were measured, and keeps the others", async () => {
  const file = join(createFolder(), "cpu.json");
  writeFileSync(file, '{ "a#test": 1, "c#test": 3 }');
  await record(file, { "b#test": 2.04, "a#test": 1.26 });
  expect(await readRecord(file)).toEqual({ "a#test": 1.3, "b#test": 2, "c#test": 3 });
});
