import { readdir, readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

/** The variable by which the processes of one run of a step are recognised, those that they started included. */
export const runIdVariable = "COMPUTE_HOST_RUN_ID";

/** How often it is looked whether they are gone, and how long that may take, in milliseconds. */
const checkIntervalMs = 20;
const limitMs = 2_000;

/**
 * Kills what an earlier process of the service left running of this run: a service that was killed cannot end its
 * commands, and the step must not be carried out twice at the same time. Linux alone tells the environment of a process.
 */
export async function killLeftovers(runId: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < limitMs; waitedMs += checkIntervalMs) {
    const pids = await processesOfRun(runId);
    if (pids.length === 0) return;
    for (const pid of pids) kill(pid);
    await wait(checkIntervalMs);
  }
}

async function processesOfRun(runId: string): Promise<readonly number[]> {
  const entry = `${runIdVariable}=${runId}\0`;
  const found = await Promise.all(
    (await processIds()).map(async (pid) => ((await environmentOf(pid)).includes(entry) ? [pid] : [])),
  );
  return found.flat();
}

async function processIds(): Promise<readonly number[]> {
  try {
    return (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  } catch {
    return [];
  }
}

/** Empty for a process of another user, and for one that has just ended. */
async function environmentOf(pid: number): Promise<string> {
  try {
    return await readFile(`/proc/${pid}/environ`, "utf8");
  } catch {
    return "";
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
