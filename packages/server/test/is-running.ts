import { existsSync, readFileSync } from "node:fs";

/** Whether a process runs. On Linux one that ended but was not yet collected by its parent does not. */
export function isRunning(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
    return !existsSync("/proc/self/stat") || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
