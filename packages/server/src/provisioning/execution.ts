import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { systemClock } from "../time/clock.ts";
import { isOfRun } from "./processes.ts";

/** A running executable, or one that has ended. */
export interface Execution {
  /** Leader of its process group. */
  readonly pid: number;
  /** By the clock's `elapsed()`. */
  readonly startedAt: number;
  readonly ended: Promise<void>;
  /** Its exit code as a shell gives it; `undefined` when it was stopped or has left none. */
  exitCode(): number | undefined;
  /** The end of its output. */
  output(): string;
  /** What it wrote into the file at {@link outputFileOf}; empty if nothing. */
  written(): string;
}

/** Where an executable may write what it made. */
export function outputFileOf(folder: string): string {
  return join(folder, "output.json");
}

/** How to start an executable. */
export interface ExecutionOptions {
  /** Where it leaves its outcome. */
  readonly folder: string;
  /** The file of its output. */
  readonly log: string;
  readonly command: string;
  readonly argument: string;
  readonly input: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** It does not begin after this moment of the clock's `elapsed()`, in milliseconds; only Linux tells. */
  readonly beginBefore?: number | undefined;
}

/**
 * The leader of the group. It leaves the exit code in a file, so that a service that was killed finds it at its next start.
 * A stop is not an outcome: the step runs again. What the shell itself says of a killed command is not output. It compares
 * hundredths of a second since the machine was started, since the service may be stopped between its own look and here.
 */
const leader = `
folder=$1; before=$2; shift 2
printf %s $$ > "$folder/pid"
if [ -n "$before" ]; then
  read -r uptime _ < /proc/uptime
  [ "\${uptime%.*}\${uptime#*.}" -lt "$before" ] || exit 1
fi
stopped=
trap 'stopped=1' TERM
exec 3>&2 2>/dev/null
( exec "$@" 2>&3 3>&- )
code=$?
[ -n "$stopped" ] || { printf %s "$code" > "$folder/code.new" && mv -f "$folder/code.new" "$folder/code"; }
exit "$code"`;

/** The end of an output says what went wrong; this many bytes of it are kept. */
const maxTailBytes = 4096;
/** An output of this size is cut to its end, in bytes. */
const maxOutputBytes = 1024 * 1024;
/** How much of it stays then, in bytes. */
const keptBytes = 64 * 1024;
/** A longer file is read up to here, and then is not JSON. */
const maxWrittenBytes = 64 * 1024;
const cutIntervalMs = 1_000;
/** How often an adopted execution is checked, in milliseconds. */
const checkIntervalMs = 200;

/** Control characters and the escape sequences of terminals, which have no place in a JSON field. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
const controls = /\u001b\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Removes control characters, and ends a line where the cursor would return to its start. */
export function plainText(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(controls, "");
}

/** Starts an executable, whose output goes to a file: a pipe would break when the service is killed. */
export function startExecution(options: ExecutionOptions): Execution {
  const { folder, log: path, command, argument, input, environment, beginBefore } = options;
  const before =
    beginBefore === undefined || process.platform !== "linux" ? "" : String(Math.floor(beginBefore / 10));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const startedAt = systemClock.elapsed();
  writeFileSync(join(folder, "started"), String(startedAt));
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  rmSync(path, { force: true });
  const log = openSync(path, "a", 0o600);
  const child = spawn("/bin/sh", ["-c", leader, "sh", folder, before, command, argument], {
    detached: true,
    stdio: ["pipe", log, log],
    env: environment,
  });
  closeSync(log);
  // An executable need not read its input.
  child.stdin?.on("error", () => {}).end(input);
  let failure = "";
  const ended = once(child, "exit").then(
    () => {},
    (error: Error) => {
      failure = `The command cannot be started (${error.message})`;
    },
  );
  return createExecution({ folder, log: path, pid: child.pid ?? 0, startedAt, ended }, () => failure);
}

/** Adopts an execution that an earlier process of the service started: still running, or ended with an outcome. */
export async function adoptExecution(
  { folder, log }: Pick<ExecutionOptions, "folder" | "log">,
  runId: string,
): Promise<Execution | undefined> {
  const pid = Number(readText(join(folder, "pid")));
  if (!(pid > 0)) return undefined;
  const startedAt = Number(readText(join(folder, "started")));
  const hasEnded = async () => readText(join(folder, "code")) !== "" || !(await isOfRun(pid, runId));
  const untilEnded = async (): Promise<void> => {
    while (!(await hasEnded())) await wait(checkIntervalMs, undefined, { ref: false });
  };
  if ((await hasEnded()) && readText(join(folder, "code")) === "") return undefined;
  return createExecution({ folder, log, pid, startedAt, ended: untilEnded() }, () => "");
}

type RunningProcess = Pick<ExecutionOptions, "folder" | "log"> &
  Pick<Execution, "pid" | "startedAt" | "ended">;

function createExecution(running: RunningProcess, failure: () => string): Execution {
  const { folder, log, pid, startedAt, ended } = running;
  const timer = setInterval(() => {
    if (sizeOf(log) < maxOutputBytes) return;
    const kept = tailOf(log, keptBytes);
    truncateSync(log);
    appendFileSync(log, kept);
  }, cutIntervalMs).unref();
  return {
    pid,
    startedAt,
    ended: ended.finally(() => clearInterval(timer)),
    exitCode() {
      const code = readText(join(folder, "code"));
      return code === "" ? undefined : Number(code);
    },
    output() {
      if (failure() !== "") return failure();
      // The cut may have gone through a character.
      return plainText(tailOf(log, maxTailBytes).toString("utf8"))
        .trim()
        .replace(/^\ufffd+/, "");
    },
    written: () => readText(outputFileOf(folder), maxWrittenBytes),
  };
}

function tailOf(path: string, bytes: number): Buffer<ArrayBuffer> {
  return readPart(path, (size) => Math.max(0, size - bytes), bytes);
}

/** At most `maxBytes` of a file, from a place that depends on its size; none if it cannot be read. */
function readPart(path: string, startOf: (size: number) => number, maxBytes: number): Buffer<ArrayBuffer> {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const start = startOf(fstatSync(file).size);
      const bytes = Buffer.alloc(maxBytes);
      return bytes.subarray(0, readSync(file, bytes, 0, maxBytes, start));
    } finally {
      closeSync(file);
    }
  } catch {
    return Buffer.alloc(0);
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function readText(path: string, maxBytes = 32): string {
  return readPart(path, () => 0, maxBytes).toString("utf8");
}
