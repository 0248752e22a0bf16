import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";

/** The machine and the tools of the benchmark. */
export interface Machine {
  /** One line for the report. */
  readonly description: string;
  /** Prefix of a command that pins a process to the core of the servers or of the load; empty if that is not possible. */
  readonly onServerCore: readonly string[];
  readonly onLoadCore: readonly string[];
}

/** Inspects the machine. @throws Error without wrk, which sends the load. */
export function inspectMachine(): Machine {
  if (!runs("wrk", "--version")) throw new Error("wrk is missing: install Debian's package wrk.");
  const canPin = availableParallelism() > 1 && runs("taskset", "--version");
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return {
    description: `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? "unknown"}), ${gibibytes} GiB, Node ${process.versions.node}`,
    onServerCore: canPin ? ["taskset", "-c", "0"] : [],
    onLoadCore: canPin ? ["taskset", "-c", "1"] : [],
  };
}

function runs(command: string, argument: string): boolean {
  return spawnSync(command, [argument], { stdio: "ignore" }).error === undefined;
}

/** Memory of a process in MB (10^6 bytes): its own, and mapped files, which the system can reclaim. */
export function memoryMegabytes(
  pid: number,
): { readonly anonymous: number; readonly file: number } | undefined {
  const status = readProc(pid, "status");
  const read = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024) / 1e6;
  const memory = { anonymous: read("RssAnon"), file: read("RssFile") };
  return Number.isFinite(memory.anonymous) ? memory : undefined;
}

/** CPU time that processes and their ended children have used, in microseconds, or `undefined` without /proc. */
export function cpuMicroseconds(pids: readonly number[]): number | undefined {
  let nanoseconds = 0;
  for (const pid of pids) {
    const fields = readProc(pid, "stat").split(") ")[1]?.split(" ") ?? [];
    // Of ended children the system tells hundredths of a second only.
    nanoseconds += (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * 10_000_000;
    for (const thread of readProcFolder(pid, "task")) {
      nanoseconds += Number(readProc(pid, `task/${thread}/schedstat`).split(" ")[0]);
    }
  }
  return nanoseconds > 0 ? nanoseconds / 1000 : undefined;
}

/** A process and its children, if there is a /proc. */
export function processTree(pid: number): readonly number[] {
  const children = readProc(pid, `task/${pid}/children`).split(" ").filter(Boolean);
  return [pid, ...children.map(Number)];
}

/** Pins a process and its children to the core of the load, if possible. */
export function moveToLoadCore({ onLoadCore }: Machine, pid: number): void {
  const [command, ...options] = onLoadCore;
  if (command === undefined) return;
  for (const one of processTree(pid)) {
    spawnSync(command, ["-a", "-p", ...options, String(one)], { stdio: "ignore" });
  }
}

function readProcFolder(pid: number, name: string): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/${name}`);
  } catch {
    return [];
  }
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
