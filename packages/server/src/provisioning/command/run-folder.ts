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
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { RunSubject } from "../provisioner.ts";

/** The bytes that {@link writtenOutput} reads at most. */
const maxWrittenBytes = 64 * 1024;
/** Room for what is written into a file of the folder later, when the disk may be full. */
const room = " ".repeat(256);

/** The processes of a run. */
export interface RunProcesses {
  readonly supervisor: number;
  /** The ID of the run in the supervisor's environment. */
  readonly supervisorId: string;
  /** Leader of the command's process group; absent until it has begun. */
  readonly pid?: number;
  /** By the clock's `elapsed()`. */
  readonly startedAt: number;
}

/** How a run ended. */
export type Outcome =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "signalled"; readonly signal: string }
  | { readonly kind: "timed-out" }
  /** The system refused something for the code, or the lease had ended. */
  | { readonly kind: "not-begun"; readonly code: string };

/** Where a run leaves what outlives the service, in a folder of its own below that of all its tries. */
export function folderOfRun(runsFolder: string, runId: string): string {
  return join(runsFolder, hash("sha256", runId, "hex").slice(0, 32));
}

/** Where a command may write what it made. It may remove the folder of this file, in which nothing else is. */
export function outputFileOf(folder: string): string {
  return join(folder, "made", "output.json");
}

/** Makes a folder in one that is there. With `recursive`, Node.js says ENOENT whatever the disk says, such as EIO or EROFS. */
export function makeFolder(path: string): void {
  if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
}

/**
 * Makes the folder of a new try, with room for its processes and its outcome. Its name is new, so a supervisor that still has an order
 * for an earlier try writes nothing into it.
 */
export function makeTry(folder: string, subject: RunSubject): string {
  makeFolder(dirname(folder));
  makeFolder(folder);
  const made = mkdtempSync(join(folder, "try-"));
  makeFolder(join(made, "made"));
  writeFileSync(join(made, "subject"), `${JSON.stringify(subject)}\n`);
  for (const name of ["processes", "outcome"]) writeFileSync(join(made, name), room);
  return made;
}

/** The folder of the run's try, if there is one: the earlier ones were removed. */
export function findTry(folder: string): string | undefined {
  const names = orNothing(() => readdirSync(folder)) ?? [];
  const name = names.find((name) => name.startsWith("try-"));
  return name === undefined ? undefined : join(folder, name);
}

/** The folders of all runs. */
export function allRuns(runsFolder: string): readonly string[] {
  const names = orNothing(() => readdirSync(runsFolder)) ?? [];
  return names.filter((name) => /^[0-9a-f]{32}$/.test(name)).map((name) => join(runsFolder, name));
}

export function readSubject(folder: string): RunSubject | undefined {
  return readJson(join(folder, "subject")) as RunSubject | undefined;
}

/** @throws Error when the folder is gone. */
export function writeProcesses(folder: string, processes: RunProcesses): void {
  overwrite(join(folder, "processes"), processes);
}

export function readProcesses(folder: string): RunProcesses | undefined {
  return readJson(join(folder, "processes")) as RunProcesses | undefined;
}

/** @throws Error when the folder is gone, or its outcome was dropped. */
export function writeOutcome(folder: string, outcome: Outcome): void {
  overwrite(join(folder, "outcome"), outcome);
}

export function readOutcome(folder: string): Outcome | undefined {
  return readJson(join(folder, "outcome")) as Outcome | undefined;
}

/** From now on, the run has no outcome, so its step runs again. */
export function dropOutcome(folder: string): void {
  rmSync(join(folder, "outcome"), { force: true });
}

/**
 * What a command wrote at {@link outputFileOf}; empty if nothing.
 *
 * @throws Error if that is not a file.
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

function overwrite(path: string, value: object): void {
  const file = openSync(path, "r+");
  try {
    writeSync(file, `${JSON.stringify(value)}\n`, 0);
  } finally {
    closeSync(file);
  }
}

/** `undefined` before it was written as a whole. */
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
