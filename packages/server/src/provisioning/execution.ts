import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { systemClock } from "../time/clock.ts";
import { isOfRun } from "./processes.ts";
import { leader } from "./run-leader.ts";
import { isExhausted, TemporaryError } from "./temporary-failure.ts";

/** A running executable, or one that has ended. */
export interface Execution {
  /** Leader of its process group. */
  readonly pid: number;
  /** By the clock's `elapsed()`. */
  readonly startedAt: number;
  /**
   * Resolves to the exit code that the shell reports; to `undefined` if the execution was stopped or left none.
   *
   * @throws TemporaryError when the command has not begun.
   */
  readonly ended: Promise<number | undefined>;
  /** The end of its output. */
  output(): string;
  /** What it wrote into the file at {@link outputFileOf}; empty if nothing. */
  written(): string;
}

/** Where an executable may write what it made. It may remove the folder of this file, in which nothing else is. */
export function outputFileOf(folder: string): string {
  return join(folder, "made", "output.json");
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

/** The bytes that `output()` returns: the end of an output says what went wrong. */
const maxTailBytes = 4096;
/** The bytes that `written()` returns at most; what is longer is cut, so it is not JSON. */
const maxWrittenBytes = 64 * 1024;
/** How often an adopted execution is checked, in milliseconds. */
const checkIntervalMs = 200;

/** Control characters and the escape sequences of terminals, which have no place in a JSON field. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
const controls = /\u001b\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Removes control characters, and ends a line where the cursor would return to its start. */
export function plainText(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(controls, "");
}

/**
 * Starts an executable.
 *
 * @throws Error with a `code` when the system refuses a file or a process.
 */
export async function startExecution(options: ExecutionOptions): Promise<Execution> {
  const { folder, log: path, command, argument, input, environment, beginBefore } = options;
  const before =
    beginBefore === undefined || process.platform !== "linux" ? "" : String(Math.floor(beginBefore / 10));
  // `rmSync` loses the code of a failure.
  await rm(folder, { recursive: true, force: true });
  mkdirSync(dirname(outputFileOf(folder)), { recursive: true, mode: 0o700 });
  const startedAt = systemClock.elapsed();
  writeFileSync(join(folder, "started"), String(startedAt));
  // With room for what the leader writes into them, because the disk may be full by then.
  writeFileSync(join(folder, "pid"), " ".repeat(10));
  writeFileSync(join(folder, "code"), " ".repeat(4));
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  await rm(path, { force: true });
  const log = openSync(path, "a", 0o600);
  try {
    const child = spawn("/bin/sh", ["-c", leader, "sh", folder, path, before, command, argument], {
      detached: true,
      stdio: ["pipe", log, log],
      env: environment,
    });
    const exit = once(child, "exit") as Promise<[code: number | null]>;
    const { pid } = child;
    // Without a process, this rejects.
    if (pid === undefined) return await (exit as Promise<never>);
    // An executable need not read its input.
    child.stdin?.on("error", () => {}).end(input);
    const ended = exit.then(([code]) => {
      if (hasBegun(folder)) return code ?? undefined;
      throw new TemporaryError(`The command could not begin. ${outputOf(path)}`.trim());
    });
    return createExecution({ folder, log: path, pid, startedAt, ended });
  } finally {
    closeSync(log);
  }
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
  const hasEnded = async () => codeIn(folder) !== undefined || !(await isOfRun(pid, runId));
  const untilEnded = async (): Promise<number | undefined> => {
    while (!(await hasEnded())) await wait(checkIntervalMs, undefined, { ref: false });
    return codeIn(folder);
  };
  if ((await hasEnded()) && codeIn(folder) === undefined) return undefined;
  return createExecution({ folder, log, pid, startedAt, ended: untilEnded() });
}

function createExecution({
  folder,
  log,
  ...running
}: Pick<ExecutionOptions, "folder" | "log"> & Pick<Execution, "pid" | "startedAt" | "ended">): Execution {
  return {
    ...running,
    output: () => outputOf(log),
    written: () => readText(outputFileOf(folder), maxWrittenBytes),
  };
}

/** The leader writes its number when everything is ready for the command. */
function hasBegun(folder: string): boolean {
  return readText(join(folder, "pid")).trim() !== "" || !existsSync(folder);
}

/** The exit code that the leader left; `undefined` before its end. */
function codeIn(folder: string): number | undefined {
  const code = /^(\d+)\./.exec(readText(join(folder, "code")))?.[1];
  return code === undefined ? undefined : Number(code);
}

function outputOf(log: string): string {
  // The cut may have gone through a character.
  return plainText(tailOf(log, maxTailBytes).toString("utf8"))
    .trim()
    .replace(/^\ufffd+/, "");
}

function tailOf(path: string, bytes: number): Buffer<ArrayBuffer> {
  return readPart(path, (size) => Math.max(0, size - bytes), bytes);
}

/** At most `maxBytes` of a file, from a place that depends on its size; none if there is no such file. */
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
  } catch (error) {
    // What is there must not seem to be missing.
    if (isExhausted(error)) throw error;
    return Buffer.alloc(0);
  }
}

function readText(path: string, maxBytes = 32): string {
  return readPart(path, () => 0, maxBytes).toString("utf8");
}
