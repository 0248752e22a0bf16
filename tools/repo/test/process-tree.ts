import { readdirSync, readFileSync } from "node:fs";

/** The descendants of a process; none if the system has no `/proc`. */
export function processesBelow(pid: number): readonly number[] {
  const children = Map.groupBy(runningProcesses(), ({ parent }) => parent);
  const below = (parent: number): number[] =>
    (children.get(parent) ?? []).flatMap(({ pid: child }) => [child, ...below(child)]);
  return below(pid);
}

/** The processes that are still running. */
export function stillRunning(pids: readonly number[]): readonly number[] {
  return pids.filter((pid) => {
    try {
      process.kill(pid, 0);
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "EPERM";
    }
    // A process whose parent has ended may wait until the system removes it.
    return readState(pid) !== "Z";
  });
}

function runningProcesses(): readonly { readonly pid: number; readonly parent: number }[] {
  const names = process.platform === "linux" ? readdirSync("/proc").filter((name) => /^\d+$/.test(name)) : [];
  return names.map((name) => ({ pid: Number(name), parent: Number(readFields(name)[1]) }));
}

function readState(pid: number): string | undefined {
  return readFields(String(pid))[0];
}

/** Reads the state, the parent's ID and more; the name of the program before them may contain anything. */
function readFields(pid: string): readonly string[] {
  const text = read(`/proc/${pid}/stat`);
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
