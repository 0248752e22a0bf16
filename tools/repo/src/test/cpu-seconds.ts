import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TurboTask } from "../turbo.ts";

/** Seconds of CPU, user and system together, by the ID of a task. */
export type CpuSeconds = Readonly<Record<string, number>>;

/** Lets pnpm run the scripts of tasks in a shell that measures them; Windows has none. */
export const measuring: Readonly<Record<string, string>> =
  process.platform === "win32"
    ? {}
    : { pnpm_config_script_shell: join(import.meta.dirname, "measured-shell.sh") };

/** A smaller growth than this, in seconds, is noise. */
const smallestGrowth = 2;

/** Reads what the tasks that ran took; those from turbo's cache and those without a measurement are left out. */
export async function readCpuSeconds(root: string, tasks: readonly TurboTask[]): Promise<CpuSeconds> {
  const measured = await Promise.all(
    tasks.map(async ({ taskId, directory, isCached, exitCode }) => {
      if (isCached || exitCode === undefined) return [];
      const file = join(root, directory, ".turbo", `cpu-${taskId.split("#")[1]}`);
      const text = await readFile(file, "utf8").catch(() => undefined);
      return text === undefined ? [] : [[taskId, parseTimes(text)] as const];
    }),
  );
  return Object.fromEntries(measured.flat());
}

/** Adds up the second line that the shell's `times` prints (POSIX), which is about its children: `1m2.5s 0m3.25s`. */
export function parseTimes(text: string): number {
  const times =
    text
      .trim()
      .split("\n")
      .at(-1)
      ?.matchAll(/(\d+)m([\d.]+)s/g) ?? [];
  return [...times].reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

/** Whether a task takes a third more than recorded. */
export function hasGrown(seconds: number | undefined, recorded: number | undefined): boolean {
  if (seconds === undefined || recorded === undefined) return false;
  return seconds >= (recorded * 4) / 3 && seconds - recorded >= smallestGrowth;
}

/** Reads the recorded times. */
export async function readRecord(file: string): Promise<CpuSeconds> {
  return JSON.parse(await readFile(file, "utf8"));
}

/** Replaces the recorded times of the tasks that were measured. */
export async function record(file: string, measured: CpuSeconds): Promise<void> {
  const all = { ...(await readRecord(file)), ...measured };
  const sorted = Object.entries(all).toSorted(([a], [b]) => a.localeCompare(b));
  const rounded = Object.fromEntries(sorted.map(([task, seconds]) => [task, Math.round(seconds * 10) / 10]));
  await writeFile(file, `${JSON.stringify(rounded, undefined, 2)}\n`);
}
