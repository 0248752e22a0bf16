import { type FileHandle, open } from "node:fs/promises";
import type { CliIo } from "./cli-io.ts";
import { CliError } from "./cli-io.ts";

/** A file that reports how much of it was read. */
export interface FileWithProgress {
  chunks(): AsyncIterable<Uint8Array>;
  /** Ends the line of progress. */
  endProgress(): void;
  close(): Promise<void>;
}

const intervalMs = 200;

/**
 * Opens a file, or standard input for `-`, and shows progress: on one line of a terminal, elsewhere on a line for
 * every 10 %.
 *
 * @throws CliError when it cannot be read.
 */
export async function openFileWithProgress(path: string, io: CliIo): Promise<FileWithProgress> {
  if (path === "-") {
    return { chunks: () => process.stdin, endProgress() {}, close: async () => void process.stdin.destroy() };
  }
  const file = await openFile(path);
  const { size } = await file.stat();
  const progress = createProgress(io, size);
  return {
    async *chunks() {
      for await (const chunk of file.createReadStream({ autoClose: false, highWaterMark: 256 * 1024 })) {
        yield chunk as Uint8Array;
        progress.advance((chunk as Uint8Array).length);
      }
    },
    endProgress: () => progress.end(),
    close: () => file.close(),
  };
}

async function openFile(path: string): Promise<FileHandle> {
  let file: FileHandle;
  try {
    file = await open(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = { ENOENT: "there is no such file", EACCES: "this user may not read it" }[code ?? ""] ?? code;
    throw new CliError(`${path} cannot be read: ${why}.`);
  }
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new CliError(`${path} cannot be read: it is not a file.`);
}

function createProgress(io: CliIo, size: number) {
  let done = 0;
  let shown = 0;
  let shownAt = performance.now();

  function show(percent: number): void {
    shown = percent;
    shownAt = performance.now();
    io.writeNote(io.isTerminal ? `\rRead ${percent} %` : `Read ${percent} %\n`);
  }

  return {
    advance(bytes: number) {
      done += bytes;
      const percent = size === 0 ? 100 : Math.min(100, Math.floor((done / size) * 100));
      const isDue = io.isTerminal
        ? performance.now() - shownAt >= intervalMs
        : Math.floor(percent / 10) > Math.floor(shown / 10);
      if (isDue && percent > shown) show(percent);
    },
    end() {
      if (io.isTerminal && shown > 0) io.writeNote("\n");
    },
  };
}
