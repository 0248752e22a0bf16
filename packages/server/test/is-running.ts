import { existsSync, readFileSync } from "node:fs";

/** Whether a process is running. On Linux, one that has ended but was not reaped by its parent does not count. */
export function isRunning(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
    return !existsSync("/proc/self/stat") || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
