import { hash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { maskSecrets } from "../observability/mask-secrets.ts";
import { plainText } from "./execution.ts";

/** How long the log of a step is kept after its last line, in milliseconds: 30 days. */
export const keptMs = 30 * 86_400_000;
/** How much is read at a time: a longer line is split, in bytes. */
const maxReadBytes = 1024 * 1024;

/** The file with the output of a step's latest run on this machine. IDs may hold what file names may not. */
export function stepLogFile(folder: string, computerId: string, stepId: string): string {
  return join(folder, `${hash("sha256", JSON.stringify([computerId, stepId]), "hex").slice(0, 32)}.log`);
}

/** Removes logs that are too old. A file that cannot be removed is tried again by the next call. */
export async function removeOldLogs(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > keptMs) await rm(path, { force: true }).catch(() => {});
  }
}

/** Reads a log while it grows: whole lines, as people may see them, with masked secrets and without control characters. */
export class StepLogReader {
  readonly #path: string;
  #file = -1;
  #position = 0;
  #rest = Buffer.alloc(0);

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Reads what was written since the last call.
   *
   * @param isEnded whether nothing more is written: then the last line need not be complete.
   * @returns `undefined` if there is no log.
   * @throws Error when it cannot be read.
   */
  read(isEnded: boolean): string | undefined {
    const bytes = this.#readBytes();
    if (bytes === undefined) return undefined;
    const all = Buffer.concat([this.#rest, bytes]);
    const isWhole = isEnded || all.length >= maxReadBytes;
    const end = isWhole ? all.length : all.lastIndexOf("\n") + 1;
    this.#rest = all.subarray(end);
    return maskSecrets(plainText(all.subarray(0, end).toString("utf8")));
  }

  #readBytes(): Buffer | undefined {
    let file: number;
    try {
      file = openSync(this.#path, "r");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
    try {
      const { ino, size } = fstatSync(file);
      // A new run has a new file, and a long log was cut.
      if (ino !== this.#file || size < this.#position) {
        this.#position = 0;
        this.#rest = Buffer.alloc(0);
      }
      this.#file = ino;
      const bytes = Buffer.alloc(Math.min(size - this.#position, 2 * maxReadBytes));
      const read = readSync(file, bytes, 0, bytes.length, this.#position);
      this.#position += read;
      return bytes.subarray(0, read);
    } finally {
      closeSync(file);
    }
  }
}
