import { hash } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { maskSecrets } from "../../../observability/mask-secrets.ts";
import { readLog } from "./bounded-log.ts";

/** How long the log of a step is kept after its last line, in days. */
export const keptDays = 30;
/** The most bytes that {@link endOfOutput} returns: the end of an output says what went wrong. */
const maxEndBytes = 4096;

/** Control characters and terminal escape sequences, which do not belong in a JSON field. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
const controls = /\u001b\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Removes control characters, and starts a new line at each carriage return. */
function plainText(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(controls, "");
}

/**
 * The file with the output of a step's latest run on this machine. Its name is a hash, because IDs may contain
 * characters that file names may not.
 */
export function stepLogFile(folder: string, computerId: string, stepId: string): string {
  return join(folder, `${hash("sha256", JSON.stringify([computerId, stepId]), "hex").slice(0, 32)}.log`);
}

/** Removes logs that are too old. The next call retries files that cannot be removed. */
export async function removeOldLogs(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > keptDays * 86_400_000) await rm(path, { force: true }).catch(() => {});
  }
}

/** The end of an output, without control characters; empty if there is no log. */
export function endOfOutput(path: string): string {
  const bytes = readLog(path)?.bytes.subarray(-maxEndBytes) ?? Buffer.alloc(0);
  // The cut may have split a character.
  return plainText(bytes.toString("utf8"))
    .trim()
    .replace(/^\ufffd+/, "");
}

/**
 * Reads a log while it grows: whole lines, with masked secrets and without control characters. Where the log has
 * dropped bytes, a line says how many.
 */
export class StepLogReader {
  readonly #path: string;
  /** Where the next read begins in the whole output. */
  #position = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Reads what was written since the last call.
   *
   * @param isEnded whether the log is finished, so that the last line need not be complete.
   * @returns `undefined` if there is no log.
   * @throws Error when it cannot be read.
   */
  read(isEnded: boolean): string | undefined {
    const kept = readLog(this.#path);
    if (kept === undefined) return undefined;
    // A new run has started.
    if (kept.start + kept.bytes.length < this.#position) this.#position = 0;
    const missing = Math.max(0, kept.start - this.#position);
    const bytes = kept.bytes.subarray(Math.max(0, this.#position - kept.start));
    const shown = bytes.subarray(0, isEnded ? bytes.length : bytes.lastIndexOf("\n") + 1);
    this.#position += missing + shown.length;
    const note = missing > 0 ? `[${missing} bytes are not kept]\n` : "";
    return note + maskSecrets(plainText(shown.toString("utf8")));
  }
}
