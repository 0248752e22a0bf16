import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "./workspace.ts";

/** The number of bytes in which git looks for a NUL byte to detect a binary file. */
const inspectedBytes = 8000;

/**
 * Finds binary files, such as a database that a service left behind.
 *
 * @returns a line for each
 */
export async function checkTrackedBinaries({
  root,
  files,
}: Pick<Workspace, "root" | "files">): Promise<string[]> {
  const found = await Promise.all(
    files.map(async (file) => ((await isBinary(join(root, file))) ? [`${file} is a binary file`] : [])),
  );
  return found.flat();
}

/** Applies git's own rule: a NUL byte near the beginning. */
async function isBinary(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(inspectedBytes), 0, inspectedBytes, 0);
    return buffer.subarray(0, bytesRead).includes(0);
  } catch (error) {
    // A link to a folder.
    if ((error as NodeJS.ErrnoException).code === "EISDIR") return false;
    throw error;
  } finally {
    await file.close();
  }
}
