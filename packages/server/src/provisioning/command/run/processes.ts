import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { insist, isExhausted, systemCodeOf } from "../../temporary-failure.ts";

/** The variable that identifies the processes of one run of a step, including those that they start. */
export const runIdVariable = "COMPUTE_HOST_RUN_ID";

/** How often the service checks whether processes are gone, in milliseconds. */
const checkIntervalMs = 50;
/** How long processes may take to exit after SIGKILL, in milliseconds. */
const killLimitMs = 2_000;
/** How long a process may take to start a program, in milliseconds. Meanwhile its environment cannot be read. */
const startLimitMs = 10_000;

/**
 * Ends a process group: SIGTERM, then SIGKILL after the grace period. A member that changed its user, as `sudo` does,
 * cannot be signalled and is left running.
 */
export async function endGroup(leader: number, graceMs: number): Promise<void> {
  signal(-leader, "SIGTERM");
  if (await isGoneWithin(leader, graceMs)) return;
  signal(-leader, "SIGKILL");
  await isGoneWithin(leader, killLimitMs);
}

/** Resolves when no process of the group is left. Checks less often, because that may never happen. */
export async function groupGone(leader: number): Promise<void> {
  while (await mayBeAlive(leader)) await wait(checkIntervalMs * 4, undefined, { ref: false });
}

/** Whether a process is stopped, as by Ctrl-Z or `kill -STOP`. Only Linux shows it. */
export async function isStopped(pid: number): Promise<boolean> {
  return process.platform === "linux" && parseStat(await readProcess(pid, "stat")).state === "T";
}

async function isGoneWithin(leader: number, limitMs: number): Promise<boolean> {
  for (const startedAt = performance.now(); performance.now() - startedAt < limitMs; ) {
    if (!(await mayBeAlive(leader))) return true;
    await wait(checkIntervalMs);
  }
  return !(await mayBeAlive(leader));
}

/** Whether a process of the group may still be running; true if there is no file descriptor left to find out. */
export function mayBeAlive(leader: number): Promise<boolean> {
  return isGroupAlive(leader).catch(() => true);
}

/**
 * Whether a process of the group is still running. Where nothing reaps orphans, as in many containers, ended processes
 * remain as zombies; on Linux, these do not count.
 */
async function isGroupAlive(leader: number): Promise<boolean> {
  if (!signal(-leader, 0)) return false;
  if (process.platform !== "linux") return true;
  for (const pid of await processIds()) {
    const { state, group } = parseStat(await readProcess(pid, "stat"));
    if (group === leader && state !== "Z" && state !== "X") return true;
  }
  return false;
}

/** What `/proc/PID/stat` says. */
interface ProcessStat {
  /** Empty for a process that is gone. */
  readonly state: string;
  readonly group: number;
  readonly flags: number;
  /** The addresses of its environment; "0" until there is one. */
  readonly environment: readonly [start: string | undefined, end: string | undefined];
}

/**
 * "pid (name) state parent group ...": the name may contain spaces and brackets, so everything up to the last bracket is
 * removed.
 */
function parseStat(text = ""): ProcessStat {
  const fields = text
    .replace(/^.*\) /s, "")
    .trimEnd()
    .split(" ");
  const [state = "", , group] = fields;
  return { state, group: Number(group), flags: Number(fields[6]), environment: [fields[47], fields[48]] };
}

/** The flag of the kernel's own threads. */
const kernelThreadFlag = 0x20_0000;

/** Whether a process whose environment was empty has none yet, or has got one since. */
function isStarting(text: string | undefined): boolean {
  const { state, flags, environment } = parseStat(text);
  if (["", "Z", "X"].includes(state) || (flags & kernelThreadFlag) !== 0) return false;
  const [start, end] = environment;
  return end === "0" || start !== end;
}

/** Whether a child has exited, although this process may not have been told yet. Only Linux shows it. */
export function isZombie(pid: number): boolean {
  try {
    return process.platform === "linux" && parseStat(readFileSync(`/proc/${pid}/stat`, "utf8")).state === "Z";
  } catch {
    return false;
  }
}

/**
 * Kills processes that have left the group of a run, or of every run whose ID begins with this one and a slash. Only
 * Linux shows the environment of a process. Gives up on those that do not exit.
 */
export async function killLeftovers(runId: string): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < killLimitMs; ) {
    const pids = await processesOfRun(runId);
    if (pids.length === 0) return;
    for (const pid of pids) signal(pid, "SIGKILL");
    await wait(checkIntervalMs);
  }
}

/**
 * Whether this process is alive and belongs to the run; by now its ID may be that of another process.
 *
 * @param giveUpAt when a process that is still starting a program counts as one of no run.
 */
export async function isOfRun(
  pid: number,
  runId: string,
  giveUpAt = performance.now() + startLimitMs,
): Promise<boolean> {
  if (process.platform !== "linux") return signal(pid, 0);
  for (;;) {
    const environment = await environmentOf(pid);
    if (environment !== undefined || performance.now() >= giveUpAt) return hasRunId(environment ?? "", runId);
    await wait(checkIntervalMs);
  }
}

/**
 * Ends what is left of a run: the group of this leader, and other processes with the run's variable.
 *
 * @param graceMs how long the group has between SIGTERM and SIGKILL, in milliseconds.
 */
export async function endRun(leader: number | undefined, runId: string, graceMs: number): Promise<void> {
  if (leader !== undefined && (await insist(() => isOfRun(leader, runId)))) await endGroup(leader, graceMs);
  await insist(() => killLeftovers(runId));
}

/** All processes of a run, or of every run whose ID begins with this one and a slash. */
export async function processesOfRun(runId: string): Promise<readonly number[]> {
  const found: number[] = [];
  const starting: number[] = [];
  // One after the other, because each takes a descriptor.
  for (const pid of await processIds()) {
    const environment = await environmentOf(pid);
    if (environment === undefined) starting.push(pid);
    else if (hasRunId(environment, runId)) found.push(pid);
  }
  const giveUpAt = performance.now() + startLimitMs;
  for (const pid of starting) if (await isOfRun(pid, runId, giveUpAt)) found.push(pid);
  return found;
}

function hasRunId(environment: string, runId: string): boolean {
  const variable = `\0${runIdVariable}=${runId}`;
  return [`${variable}\0`, `${variable}/`].some((text) => `\0${environment}`.includes(text));
}

async function processIds(): Promise<readonly number[]> {
  try {
    return (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  } catch (error) {
    if (isExhausted(error)) throw error;
    return [];
  }
}

/**
 * The environment of a process; empty if it has ended, or is another user's. It is `undefined` while the process starts a
 * program, which takes long if other processes have the CPUs.
 */
async function environmentOf(pid: number): Promise<string | undefined> {
  const environment = await readProcess(pid, "environ");
  if (environment === undefined) return "";
  return environment === "" && isStarting(await readProcess(pid, "stat")) ? undefined : environment;
}

/** `undefined` if the system refuses it; empty for a process that is just starting a program, or has just ended. */
async function readProcess(pid: number, file: "environ" | "stat"): Promise<string | undefined> {
  try {
    return await readFile(`/proc/${pid}/${file}`, "utf8");
  } catch (error) {
    // An existing process must not seem to be gone.
    if (isExhausted(error)) throw error;
    return ["EACCES", "EPERM"].includes(systemCodeOf(error) ?? "") ? undefined : "";
  }
}

/** Signals a process, or a group if the number is negative; false if it does not exist. */
function signal(target: number, name: NodeJS.Signals | 0): boolean {
  try {
    process.kill(target, name);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
