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
  /** The exit code that the shell reports; `undefined` if the execution was stopped or left none. */
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
  /** The latest start, in milliseconds of the clock's `elapsed()`; only Linux can check it. */
  readonly beginBefore?: number | undefined;
}

/**
 * The leader of the process group. Its folder outlives the service: `pid`, `started` and later `code`, the exit code. A
 * service that was killed reads them at its next start, and adopts the execution or its outcome.
 */
const leader = `
folder=$1; before=$2; shift 2
printf %s $$ > "$folder/pid"
# The service may have been suspended since it looked at the clock. /proc/uptime has hundredths of a second.
if [ -n "$before" ]; then
  read -r uptime _ < /proc/uptime
  [ "\${uptime%.*}\${uptime#*.}" -lt "$before" ] || exit 1
fi
# A stopped execution leaves no code, so that its step runs again.
stopped=
trap 'stopped=1' TERM
# What this shell says about a killed command, such as "Terminated", is not output.
exec 3>&2 2>/dev/null
( exec "$@" 2>&3 3>&- )
code=$?
[ -n "$stopped" ] || { printf %s "$code" > "$folder/code.new" && mv -f "$folder/code.new" "$folder/code"; }
exit "$code"`;

/** The bytes that `output()` returns: the end of an output says what went wrong. */
const maxTailBytes = 4096;
/** The size in bytes from which the file of the output is cut to its end. */
const maxOutputBytes = 1024 * 1024;
/** The bytes that stay after the cut. */
const keptBytes = 64 * 1024;
/** The bytes that `written()` returns at most; what is longer is cut, so it is not JSON. */
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

/** Starts an executable. Its output goes to a file, because a pipe would break when the service is killed. */
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

/**
 * Adopts an execution that an earlier process of the service started, if it still runs or has left its exit code.
 * `runId` tells it from another process that got its PID.
 */
export async function adoptExecution(
  { folder, log }: Pick<ExecutionOptions, "folder" | "log">,
  runId: string,
): Promise<Execution | undefined> {
  const pid = Number(readText(join(folder, "pid")));
  if (!(pid > 0)) return undefined;
  const startedAt = Number(readText(join(folder, "started")));
  const hasCode = () => readText(join(folder, "code")) !== "";
  const hasEnded = async () => hasCode() || !(await isOfRun(pid, runId));
  const untilEnded = async (): Promise<void> => {
    while (!(await hasEnded())) await wait(checkIntervalMs, undefined, { ref: false });
  };
  if ((await hasEnded()) && !hasCode()) return undefined;
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
