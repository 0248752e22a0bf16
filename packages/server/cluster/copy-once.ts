import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { cp, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Copies a folder, which every user may read then, unless the copy is there. It is made aside and renamed when it is complete, so
 * that the target is always whole.
 */
export async function copyOnce(source: string, target: string): Promise<void> {
  if (existsSync(target)) return;
  await removeInterruptedCopies(target);
  const aside = `${target}.copy-${process.pid}`;
  // Links between the files have to be relative.
  await cp(source, aside, { recursive: true, verbatimSymlinks: true });
  execFileSync("chmod", ["-R", "a+rX", aside]);
  await rename(aside, target).catch(async (error: unknown) => {
    await rm(aside, { recursive: true });
    // Another process that started at the same time was faster.
    if (!existsSync(target)) throw error;
  });
}

async function removeInterruptedCopies(target: string): Promise<void> {
  for (const name of readdirSync(dirname(target))) {
    const [begin, pid] = name.split(".copy-");
    if (begin !== basename(target) || pid === undefined || isRunning(Number(pid))) continue;
    await rm(join(dirname(target), name), { recursive: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
