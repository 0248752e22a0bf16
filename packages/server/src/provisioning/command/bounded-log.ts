import { randomBytes } from "node:crypto";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";

/**
 * The bytes that a log keeps of an output, its last ones. Part of the format of the file: a supervisor of an earlier release may still
 * write one, so another number needs another header.
 */
export const keptBytes = 64 * 1024;
/** The file holds twice as many, so that a write does not touch what is kept. */
const ringBytes = 2 * keptBytes;
/** An ID of the run, and how many bytes were written in all. */
const headerBytes = 32;

/** Writes the output of one run into a file that never grows beyond its limit: a header, and a ring of bytes. */
export class BoundedLog {
  readonly #file: FileHandle;
  readonly #run = randomBytes(6).toString("hex");
  #written = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Begins a new file. */
  static async create(path: string): Promise<BoundedLog> {
    await rm(path, { force: true });
    const log = new BoundedLog(await open(path, "wx", 0o600));
    await log.#writeHeader();
    return log;
  }

  /** Drops what there is no room for, so that the command can continue. */
  async append(bytes: Buffer): Promise<void> {
    for (let start = 0; start < bytes.length; start += keptBytes)
      await this.#appendPart(bytes.subarray(start, start + keptBytes)).catch(() => {});
  }

  async #appendPart(bytes: Buffer): Promise<void> {
    const at = this.#written % ringBytes;
    const end = Math.min(bytes.length, ringBytes - at);
    await writeAll(this.#file, bytes.subarray(0, end), headerBytes + at);
    await writeAll(this.#file, bytes.subarray(end), headerBytes);
    this.#written += bytes.length;
    await this.#writeHeader();
  }

  #writeHeader(): Promise<void> {
    const header = `${this.#run} ${this.#written}`.padEnd(headerBytes - 1);
    return writeAll(this.#file, Buffer.from(`${header}\n`), 0);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** A call may write less than it was given when the disk is nearly full. */
async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** A part of an output. */
export interface LogPart {
  /** Differs between runs. */
  readonly run: string;
  /** Position of the first byte in the whole output. */
  readonly start: number;
  readonly bytes: Buffer;
}

/**
 * Reads what a log keeps of an output, while it may grow.
 *
 * @param after where an earlier read of it ended.
 * @returns `undefined` if there is no log.
 * @throws Error when it cannot be read.
 */
export function readLog(path: string, after?: LogPart): LogPart | undefined {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const { run, written } = readHeader(file);
    const known = after?.run === run ? after.start + after.bytes.length : 0;
    const start = Math.max(known, written - keptBytes);
    const bytes = readRing(file, start, written);
    // What the run has written since then may have replaced the first of these bytes.
    const valid = Math.max(start, readHeader(file).written - keptBytes);
    return { run, start: Math.min(valid, written), bytes: bytes.subarray(valid - start) };
  } finally {
    closeSync(file);
  }
}

function readHeader(file: number): { readonly run: string; readonly written: number } {
  const header = Buffer.alloc(headerBytes);
  const [run = "", written] = header
    .toString("utf8", 0, readSync(file, header, 0, headerBytes, 0))
    .split(" ");
  return { run, written: Number(written ?? 0) };
}

function readRing(file: number, start: number, end: number): Buffer {
  const bytes = Buffer.alloc(end - start);
  const at = start % ringBytes;
  const first = Math.min(bytes.length, ringBytes - at);
  readSync(file, bytes, 0, first, headerBytes + at);
  readSync(file, bytes, first, bytes.length - first, headerBytes);
  return bytes;
}
