import { hash } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { RunSubject } from "../../provisioner.ts";
import { TemporaryError } from "../../temporary-failure.ts";
import { isOfRun } from "./processes.ts";
import type { RunStateName } from "./run-states.ts";

/** The most bytes that {@link writtenOutput} reads. */
const maxWrittenBytes = 64 * 1024;
/** Reserves room for what is later written into a file of the folder, when the disk may be full. */
const room = " ".repeat(256);

/** The process of a supervisor. */
export interface SupervisorProcess {
  readonly supervisor: number;
  /** The run ID in its environment. */
  readonly supervisorId: string;
}

/** The subject of a run, and its supervisor. */
export type RunOwner = RunSubject &
  SupervisorProcess & {
    readonly runId: string;
    /** How often earlier tries of the run were interrupted. */
    readonly interruptions?: number | undefined;
  };

/** How a run ended. */
export type Outcome =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "timed-out" }
  /** The system temporarily refused something (the code says why), or the lease had ended; another try may succeed. */
  | { readonly kind: "not-begun"; readonly code: string }
  /** The system refuses it on every try; the code says why. */
  | { readonly kind: "cannot-begin"; readonly code: string };

/** Where a command may write its output. It may remove the folder of this file, which contains nothing else. */
export function outputFileOf(folder: string): string {
  return join(folder, "made", "output.json");
}

/**
 * Makes a folder in an existing one. With `recursive`, Node.js reports ENOENT in place of the disk's own error, such as
 * EIO or EROFS.
 */
export function makeFolder(path: string): void {
  if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
}

/**
 * The service makes a run ordered: a folder that outlives it, with room for the process ID and the outcome. Its name is
 * unique, so a supervisor that still has an order for an earlier try of the run writes nothing into it.
 */
export function orderRun(runsFolder: string, owner: RunOwner): string {
  makeFolder(runsFolder);
  const folder = mkdtempSync(join(runsFolder, prefixOf(owner.runId)));
  makeFolder(join(folder, "made"));
  for (const name of ["pid", "outcome"]) writeFileSync(join(folder, name), room);
  writeFileSync(join(folder, "owner"), `${JSON.stringify(owner)}\n`);
  return folder;
}

/**
 * The supervisor makes a run running, once it has started the leader of the command's process group.
 *
 * @throws TemporaryError when the run was dropped, maybe before the service could know this process ID.
 */
export function recordPid(folder: string, pid: number): void {
  overwrite(join(folder, "pid"), pid);
  refuseDropped(folder);
}

/** @throws TemporaryError when the run was dropped; the supervisor asks before it begins. */
export function refuseDropped(folder: string): void {
  if (isDropped(folder)) throw new TemporaryError("it was ended");
}

/**
 * The supervisor records how a run ended; or the service, that its order could not be sent.
 *
 * @throws Error with ENOENT when the run was dropped.
 */
export function recordEnd(folder: string, outcome: Outcome): void {
  overwrite(join(folder, "outcome"), outcome);
}

/**
 * Drops a run for good, so that its step runs again. Service and supervisor both do and check this: before either ends
 * a command, it drops the run, so that the end is not taken for the step's result.
 */
export function dropRun(folder: string): void {
  rmSync(join(folder, "outcome"), { force: true });
}

/** Removes a run whose result is recorded, or which was dropped. */
export async function removeRun(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** Removes the folder of all runs if none is left. */
export async function removeRunsFolder(runsFolder: string): Promise<void> {
  await rmdir(runsFolder).catch(() => {});
}

/**
 * Reads the state of a run. It does not see the PID of a process that has just begun, or why a run was dropped: such a
 * run seems to be ordered, or dropped.
 */
export async function stateOf(folder: string): Promise<Exclude<RunStateName, "begun" | "lease-ended">> {
  const { supervisor, supervisorId = "" } = readOwner(folder) ?? {};
  // Before its outcome, which a supervisor may write before it exits.
  const isSupervised = supervisor !== undefined && (await isOfRun(supervisor, supervisorId));
  const outcome = readOutcome(folder);
  if (outcome !== undefined) return outcome.kind;
  if (isDropped(folder)) return "dropped";
  if (!isSupervised) return "unknown";
  return readPid(folder) === undefined ? "ordered" : "running";
}

/** The folder of a run, if there is one. */
export function findRun(runsFolder: string, runId: string): string | undefined {
  return allRuns(runsFolder, prefixOf(runId))[0];
}

/** The folders of all runs. */
export function allRuns(runsFolder: string, prefix = ""): readonly string[] {
  const names = orNothing(() => readdirSync(runsFolder)) ?? [];
  return names
    .filter((name) => /^[0-9a-f]{32}-/.test(name) && name.startsWith(prefix))
    .map((name) => join(runsFolder, name));
}

function prefixOf(runId: string): string {
  return `${hash("sha256", runId, "hex").slice(0, 32)}-`;
}

export function readOwner(folder: string): RunOwner | undefined {
  return readJson(join(folder, "owner")) as RunOwner | undefined;
}

/** The leader of the process group of a run, once it is running. */
export function readPid(folder: string): number | undefined {
  return readJson(join(folder, "pid")) as number | undefined;
}

export function readOutcome(folder: string): Outcome | undefined {
  return readJson(join(folder, "outcome")) as Outcome | undefined;
}

/** Whether a run was dropped, or its folder removed. */
export function isDropped(folder: string): boolean {
  // Unlike `existsSync`, it does not take a disk that fails for a file that is gone.
  return orNothing(() => statSync(join(folder, "outcome"))) === undefined;
}

/** The pipe that a command writes its output to. */
export function pipeOf(folder: string): string {
  return join(folder, "pipe");
}

/** Opens the pipe to read it. It does not wait for the other end. */
export function openPipe(folder: string): number {
  return openSync(pipeOf(folder), constants.O_RDONLY | constants.O_NONBLOCK);
}

/**
 * What a command wrote to {@link outputFileOf}; empty if nothing.
 *
 * @throws Error if that is not a file, or too large.
 */
export function writtenOutput(folder: string): string {
  const file = orNothing(() => openSync(outputFileOf(folder), constants.O_RDONLY | constants.O_NONBLOCK));
  if (file === undefined) return "";
  try {
    if (!fstatSync(file).isFile()) throw new Error("it is not a file");
    const bytes = Buffer.alloc(maxWrittenBytes + 1);
    const read = readSync(file, bytes, 0, bytes.length, 0);
    if (read > maxWrittenBytes) throw new Error(`it has more than ${maxWrittenBytes / 1024} KiB`);
    return bytes.toString("utf8", 0, read);
  } finally {
    closeSync(file);
  }
}

function overwrite(path: string, value: unknown): void {
  const file = openSync(path, "r+");
  try {
    writeSync(file, `${JSON.stringify(value)}\n`, 0);
  } finally {
    closeSync(file);
  }
}

/** `undefined` until it is completely written. */
function readJson(path: string): unknown {
  const [line = "", rest] = orNothing(() => readFileSync(path, "utf8"))?.split("\n") ?? [];
  return rest === undefined ? undefined : JSON.parse(line);
}

/** The result, or `undefined` if there is no such file or folder. */
function orNothing<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}
