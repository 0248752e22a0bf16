import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { CliError } from "./cli-io.ts";

/** Opens a file, or standard input for `-`; the caller destroys it. @throws CliError when it cannot be read. */
export async function openInputFile(path: string): Promise<Readable> {
  if (path === "-") return process.stdin;
  return (await openFile(path)).createReadStream({ highWaterMark: 256 * 1024 });
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
