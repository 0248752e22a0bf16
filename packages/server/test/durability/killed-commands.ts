import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** The system calls that change files or their names. Those with `?` do not exist on every architecture. */
const changingCalls = [
  "openat",
  "write",
  "pwrite64",
  "ftruncate",
  "sendfile",
  "copy_file_range",
  "renameat",
  "renameat2",
  "linkat",
  "unlinkat",
  "mkdirat",
  "?rename",
  "?link",
  "?unlink",
  "?mkdir",
].join();

const strace = ["strace", "--follow-forks", "-qq"];

/** A moment in the run of a command: before the `number`th call of this name in its thread. */
export interface SystemCall {
  readonly name: string;
  readonly number: number;
}

/** A launcher that writes the changing calls of a command to a file. */
export function traceCalls(file: string): readonly string[] {
  return [...strace, "--decode-fds=path", `--trace=${changingCalls}`, `--output=${file}`];
}

/** A launcher that kills a command before a call. */
export function killBefore({ name, number }: SystemCall): readonly string[] {
  const kill = `--inject=${name}:signal=SIGKILL:when=${number}`;
  return [...strace, `--trace=${name}`, kill, "--output=/dev/null"];
}

/** Whether tracing works here; inside another trace it does not. */
export const canTrace = spawnSync("strace", [...strace.slice(1), "--trace=none", "true"]).status === 0;

/**
 * The calls in a trace that change something in a folder. Of repeated writes to a partial file or to shared memory,
 * which no later process reads, only the first is included.
 */
export function callsIn(folder: string, traceFile: string): readonly SystemCall[] {
  const counts = new Map<string, number>();
  const calls = new Map<string, SystemCall>();
  let last = "";
  for (const line of readFileSync(traceFile, "utf8").split("\n")) {
    const [, thread, name = ""] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    const number = (counts.get(`${thread} ${name}`) ?? 0) + 1;
    counts.set(`${thread} ${name}`, number);
    const isRead = name === "openat" && !line.includes("O_CREAT");
    if (!line.includes(folder) || isRead) continue;
    const [partial = line] = /\w+\([^ ]*(?:\.partial|-shm)[^ ]*/.exec(line) ?? [];
    if (partial !== last) calls.set(`${name} ${number}`, { name, number });
    last = partial;
  }
  return [...calls.values()];
}
