import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isOfRun } from "./processes.ts";

/** A running executable, or one that has ended. */
export interface Execution {
  /** Leader of its process group. */
  readonly pid: number;
  readonly startedAt: number;
  readonly ended: Promise<void>;
  /** Its exit code as a shell gives it; `undefined` when it was stopped or has left none. */
  exitCode(): number | undefined;
  /** The end of its output. */
  output(): string;
}

/** How to start an executable. */
export interface ExecutionOptions {
  /** Where it leaves its outcome. */
  readonly folder: string;
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
/** An output of this size is truncated, in bytes. */
const maxOutputBytes = 1024 * 1024;
const cutIntervalMs = 1_000;
/** How often an adopted execution is checked, in milliseconds. */
const checkIntervalMs = 200;

/** Control characters and the escape sequences of terminals, which have no place in a JSON field. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
const controls = /\u001b\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Starts an executable, whose output goes to a file: a pipe would break when the service is killed. */
export function startExecution(options: ExecutionOptions): Execution {
  const { folder, command, argument, input, environment, beginBefore } = options;
  const before =
    beginBefore === undefined || process.platform !== "linux" ? "" : String(Math.floor(beginBefore / 10));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const log = openSync(join(folder, "log"), "a", 0o600);
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
  return createExecution(folder, child.pid ?? 0, Date.now(), ended, () => failure);
}

/** Adopts an execution that an earlier process of the service started: still running, or ended with an outcome. */
export async function adoptExecution(folder: string, runId: string): Promise<Execution | undefined> {
  const pid = Number(readText(join(folder, "pid")));
  if (!(pid > 0)) return undefined;
  const { mtimeMs } = statSync(join(folder, "pid"));
  const hasEnded = async () => readText(join(folder, "code")) !== "" || !(await isOfRun(pid, runId));
  const untilEnded = async (): Promise<void> => {
    while (!(await hasEnded())) await wait(checkIntervalMs, undefined, { ref: false });
  };
  if ((await hasEnded()) && readText(join(folder, "code")) === "") return undefined;
  return createExecution(folder, pid, mtimeMs, untilEnded(), () => "");
}

function createExecution(
  folder: string,
  pid: number,
  startedAt: number,
  hasEnded: Promise<void>,
  failure: () => string,
): Execution {
  const log = join(folder, "log");
  let before = Buffer.alloc(0);
  const timer = setInterval(() => {
    if (sizeOf(log) < maxOutputBytes) return;
    before = tailOf(log);
    truncateSync(log);
  }, cutIntervalMs).unref();
  return {
    pid,
    startedAt,
    ended: hasEnded.finally(() => clearInterval(timer)),
    exitCode() {
      const code = readText(join(folder, "code"));
      return code === "" ? undefined : Number(code);
    },
    output() {
      if (failure() !== "") return failure();
      const bytes = Buffer.concat([before, tailOf(log)]).subarray(-maxTailBytes);
      // The cut may have gone through a character.
      return new TextDecoder()
        .decode(bytes)
        .replaceAll(controls, "")
        .trim()
        .replace(/^\ufffd+/, "");
    },
  };
}

function tailOf(path: string): Buffer<ArrayBuffer> {
  try {
    const file = openSync(path, "r");
    try {
      const { size } = fstatSync(file);
      const bytes = Buffer.alloc(Math.min(size, maxTailBytes));
      readSync(file, bytes, 0, bytes.length, size - bytes.length);
      return bytes;
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

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
