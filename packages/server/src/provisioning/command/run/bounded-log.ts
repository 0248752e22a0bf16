import { readFileSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "./run-folder.ts";

/** How many bytes a log is cut to, from the end, when it would exceed twice as many. */
const keptBytes = 64 * 1024;
/** The first line of a file that has lost the beginning of the output. */
const lossNote = /^\[(\d+) bytes are not kept\]\n/;

/** Writes the output of one run, as text, into a file that never exceeds its limit. */
export class BoundedLog {
  readonly #path: string;
  #file: FileHandle;
  /** The size of the file in bytes, including its note. */
  #size = 0;
  #noteSize = 0;
  #lost = 0;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** Creates a new file, and its folder. */
  static async create(path: string): Promise<BoundedLog> {
    makeFolder(dirname(path));
    await rm(path, { force: true });
    return new BoundedLog(path, await open(path, "wx+", 0o600));
  }

  /** Drops bytes that the disk has no room for, so that the command can continue. */
  async append(bytes: Buffer): Promise<void> {
    for (let start = 0; start < bytes.length; start += keptBytes)
      await this.#appendPart(bytes.subarray(start, start + keptBytes)).catch(() => {});
  }

  async #appendPart(bytes: Buffer): Promise<void> {
    if (this.#size + bytes.length > 2 * keptBytes) await this.#shorten();
    await writeAll(this.#file, bytes, this.#size);
    this.#size += bytes.length;
  }

  /** Replaces the file by one with only the last whole lines, so that a reader sees one or the other. */
  async #shorten(): Promise<void> {
    const end = Buffer.alloc(keptBytes);
    const start = this.#size - keptBytes;
    await this.#file.read(end, 0, keptBytes, start);
    const line = end.indexOf("\n") + 1;
    const lost = this.#lost + start + line - this.#noteSize;
    const note = Buffer.from(`[${lost} bytes are not kept]\n`);
    const text = Buffer.concat([note, end.subarray(line)]);
    const shorter = await open(`${this.#path}.new`, "w+", 0o600);
    try {
      await writeAll(shorter, text, 0);
      await rename(`${this.#path}.new`, this.#path);
    } catch (error) {
      await shorter.close();
      throw error;
    }
    await this.#file.close();
    this.#file = shorter;
    this.#size = text.length;
    this.#noteSize = note.length;
    this.#lost = lost;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** Repeats writes: a call may write less than it was given when the disk is nearly full. */
async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

/** The part of an output that a log still has. */
export interface KeptOutput {
  /** Position of its first byte in the whole output. */
  readonly start: number;
  readonly bytes: Buffer;
}

/**
 * Reads a log, which may still grow.
 *
 * @returns `undefined` if there is none.
 * @throws Error when it cannot be read.
 */
export function readLog(path: string): KeptOutput | undefined {
  let file: Buffer;
  try {
    file = readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const [note = "", lost = 0] = lossNote.exec(file.toString("latin1", 0, 64)) ?? [];
  return { start: Number(lost), bytes: file.subarray(note.length) };
}
