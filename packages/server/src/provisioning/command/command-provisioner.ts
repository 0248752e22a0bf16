import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "../../observability/logger.ts";
import { maskSecrets } from "../../observability/mask-secrets.ts";
import { systemClock } from "../../time/clock.ts";
import { type Provisioner, type StepResult, type StepRun, stepLeft } from "../provisioner.ts";
import { readStepOutput } from "../step-output.ts";
import { isTemporary, TemporaryError } from "../temporary-failure.ts";
import { endRun, groupGone, isGroupAlive, isOfRun, killLeftovers, runIdVariable } from "./processes.ts";
import {
  allRuns,
  dropOutcome,
  findTry,
  folderOfRun,
  makeTry,
  type Outcome,
  outputFileOf,
  readOutcome,
  readProcesses,
  readSubject,
  writtenOutput,
} from "./run-folder.ts";
import { endOfOutput, stepLogFile } from "./step-logs.ts";
import type { Supervisor } from "./supervisor.ts";

/** Options of {@link createCommandProvisioner}. */
export interface CommandProvisionerOptions {
  /** Path of the executable. The ID of the step is its only argument. */
  readonly command: string;
  /** How long a step may take, in milliseconds. */
  readonly timeoutMs: number;
  /** How many steps run at the same time. */
  readonly maxConcurrent: number;
  /** How many of them may be of one owner. @default all of them */
  readonly maxPerOwner?: number;
  /** The environment of the executable, besides the computer. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where each run leaves its outcome until that is recorded. */
  readonly runsFolder: string;
  /** Where the latest run of each step leaves its output; see {@link stepLogFile}. */
  readonly logsFolder: string;
  readonly logger: Logger;
  readonly supervisor: Supervisor;
  /** How long the command has to end by itself after SIGTERM, before SIGKILL, in milliseconds. @default 3000 */
  readonly killGraceMs?: number;
}

/** How often a run is checked whose supervisor an earlier process of the service started, in milliseconds. */
const checkIntervalMs = 200;
/** How long after the time limit a supervisor that has not ended a run is given up, in milliseconds. */
const stuckMs = 10_000;

/**
 * A provisioner that runs the operator's executable for every step: exit code 0 completes the step, anything else fails it with the
 * end of the output as its error. The computer is in `COMPUTE_HOST_*` variables and, as JSON, on standard input; fields of it that
 * the executable writes to the file in `COMPUTE_HOST_OUTPUT` are set when the step completes. A {@link Supervisor} runs it, in a
 * process group of its own. If the service is killed, or leaves it, it keeps running under its supervisor, and the next start reads
 * its outcome; if several nodes share the jobs, the supervisor ends it before its lease ends.
 */
export function createCommandProvisioner(options: CommandProvisionerOptions): Provisioner {
  const { supervisor, timeoutMs, killGraceMs = 3_000 } = options;

  const folderOf = (run: Pick<StepRun, "computer" | "step" | "attempt" | "lease">) =>
    folderOfRun(options.runsFolder, runIdOf(run));

  async function begin(run: StepRun, runId: string): Promise<Execution> {
    // The search takes 15 ms; without a lease, only what has a folder can have left something.
    if (run.lease || existsSync(folderOf(run))) await killLeftovers(sessionOf(run));
    await rm(folderOf(run), { recursive: true, force: true });
    run.signal.throwIfAborted();
    const { computer, step } = run;
    const { id: computerId, ownerId } = computer;
    const subject = { runId, computerId, ownerId, stepId: step.id, startedAt: step.startedAt };
    const folder = makeTry(folderOf(run), subject);
    const startedAt = systemClock.elapsed();
    const ended = supervisor.run({
      folder,
      runId,
      log: stepLogFile(options.logsFolder, computerId, step.id),
      command: options.command,
      argument: step.id,
      input: JSON.stringify(computer),
      environment: { ...options.environment, ...stepEnvironment(run, folder), [runIdVariable]: runId },
      timeoutMs,
      killGraceMs,
      stopAt: run.lease?.stopAt,
    });
    const stopListening = run.lease?.onRenewed(() => supervisor.renew(folder, run.lease?.stopAt ?? 0));
    return {
      folder,
      startedAt,
      ended: ended.then(() => readOutcome(folder)).finally(() => stopListening?.()),
    };
  }

  async function remove(folder: string): Promise<void> {
    // What a command left there, such as a mount, may be in the way.
    await rm(folder, { recursive: true, force: true }).catch((err: unknown) =>
      options.logger.warn({ err, folder }, "The folder of a step cannot be removed"),
    );
  }

  return {
    maxConcurrent: options.maxConcurrent,
    ...(options.maxPerOwner !== undefined && { maxPerOwner: options.maxPerOwner }),
    async run(run) {
      const runId = runIdOf(run);
      const execution = (await adopt(folderOf(run))) ?? (await begin(run, runId));
      const end = await firstOf(execution, run.signal, timeoutMs + killGraceMs + stuckMs);
      if (typeof end === "object") return resultOf(end, execution.folder, run, options);
      if (run.signal.reason === stepLeft) throw stepLeft;
      dropOutcome(execution.folder);
      const { pid, supervisor } = readProcesses(execution.folder) ?? {};
      if (end === "stuck" && supervisor !== undefined) process.kill(supervisor, "SIGKILL");
      // If it cannot be ended, it keeps its slot and its lease.
      if (!(await endRun(pid, runId, killGraceMs)) && pid !== undefined) {
        options.logger.warn({ pid, ...fieldsOf(run) }, "A command cannot be killed");
        await groupGone(pid);
      }
      run.signal.throwIfAborted();
      throw new TemporaryError("The supervisor of the command has ended, or does not respond");
    },
    forget: (run) => remove(folderOf(run)),
    async sweep(isCurrent) {
      for (const runFolder of allRuns(options.runsFolder)) {
        const folder = findTry(runFolder);
        const subject = folder && readSubject(folder);
        if (subject && (await isCurrent(subject))) continue;
        if (subject) {
          dropOutcome(folder);
          await endRun(readProcesses(folder)?.pid, subject.runId, killGraceMs);
        }
        await remove(runFolder);
      }
    },
  };
}

/** A run that a supervisor has. */
interface Execution {
  readonly folder: string;
  /** By the clock's `elapsed()`. */
  readonly startedAt: number;
  /** Resolves to `undefined` if the run left no outcome, and its supervisor is gone. */
  readonly ended: Promise<Outcome | undefined>;
}

/** Finds a run that a supervisor of an earlier process has, or had when it ended. */
async function adopt(runFolder: string): Promise<Execution | undefined> {
  const folder = findTry(runFolder);
  if (folder === undefined) return undefined;
  const { supervisor = 0, supervisorId = "", startedAt = 0 } = readProcesses(folder) ?? {};
  const isSupervised = () => isOfRun(supervisor, supervisorId);
  async function untilEnded(): Promise<Outcome | undefined> {
    for (;;) {
      const isRunning = await isSupervised();
      const outcome = readOutcome(folder as string);
      if (outcome !== undefined || !isRunning) return outcome;
      await wait(checkIntervalMs, undefined, { ref: false });
    }
  }
  const isKnown = supervisor > 0 && ((await isSupervised()) || readOutcome(folder) !== undefined);
  return isKnown ? { folder, startedAt, ended: untilEnded() } : undefined;
}

/** Whichever comes first: its end, a stop of the service, or a time by which the supervisor should have ended it. */
async function firstOf(
  { ended, startedAt }: Execution,
  signal: AbortSignal,
  limitMs: number,
): Promise<Outcome | "lost" | "stuck" | "stopped"> {
  const over = new AbortController();
  const leftMs = Math.max(0, startedAt + limitMs - systemClock.elapsed());
  const options = { ref: false, signal: AbortSignal.any([signal, over.signal]) };
  const interrupted = wait(leftMs, "stuck" as const, options).catch(() => "stopped" as const);
  try {
    return await Promise.race([ended.then((outcome) => outcome ?? "lost"), interrupted]);
  } finally {
    over.abort();
  }
}

async function resultOf(
  outcome: Outcome,
  folder: string,
  run: StepRun,
  { timeoutMs, logsFolder, logger }: CommandProvisionerOptions,
): Promise<StepResult> {
  const output = () => endOfOutput(stepLogFile(logsFolder, run.computer.id, run.step.id));
  if (outcome.kind === "not-begun") throw new TemporaryError(`The command could not begin (${outcome.code})`);
  if (outcome.kind === "signalled") return failed(`The command was ended by ${outcome.signal}`, output());
  if (outcome.kind === "exited") {
    if (outcome.code === 0) return completed(folder);
    // What a shell reports of a command that it could not start.
    const cannotStart = outcome.code === 126 || outcome.code === 127;
    return failed(
      `The command ${cannotStart ? "cannot be started" : `exited with code ${outcome.code}`}`,
      output(),
    );
  }
  const { pid } = readProcesses(folder) ?? {};
  const tookLonger = `The command took longer than ${timeoutMs / 1000} s and`;
  if (pid === undefined || !(await isGroupAlive(pid))) return failed(`${tookLonger} was killed`, output());
  logger.warn({ pid, ...fieldsOf(run) }, "A command cannot be killed");
  return { ...failed(`${tookLonger} could not be killed`, output()), released: groupGone(pid) };
}

const fieldsOf = ({ computer, step }: StepRun) => ({ computerId: computer.id, stepId: step.id });

function completed(folder: string): StepResult {
  try {
    const written = writtenOutput(folder);
    if (written === "") return { status: "completed" };
    return { status: "completed", output: readStepOutput(written) };
  } catch (error) {
    if (isTemporary(error)) throw error;
    return failed("What the command wrote to COMPUTE_HOST_OUTPUT is not valid", (error as Error).message);
  }
}

function failed(reason: string, output: string): { readonly status: "failed"; readonly error: string } {
  return { status: "failed", error: output === "" ? `${reason}.` : `${reason}: ${maskSecrets(output)}` };
}

/** Unique on this machine. Under a lease, another node may have run the step since an earlier attempt, whose outcome does not count. */
function runIdOf(run: Pick<StepRun, "computer" | "step" | "attempt" | "lease">): string {
  return run.lease ? `${sessionOf(run)}/${run.attempt}` : sessionOf(run);
}

/** The same for every attempt at one start of a step. */
function sessionOf({ computer, step }: Pick<StepRun, "computer" | "step">): string {
  const { installSessionId = "", startedAt = 0 } = step;
  return [computer.id, step.id, installSessionId, startedAt].join("/").replaceAll("\0", "");
}

/** A value in the environment ends at a NUL character, and Node.js refuses it. */
function stepEnvironment(
  { computer, step, attempt, traceparent }: StepRun,
  folder: string,
): Record<string, string> {
  const values = {
    COMPUTE_HOST_COMPUTER_ID: computer.id,
    COMPUTE_HOST_COMPUTER_NAME: computer.name,
    COMPUTE_HOST_PROVIDER_TYPE: computer.providerType,
    COMPUTE_HOST_HOST_ID: computer.hostId,
    COMPUTE_HOST_HOSTNAME: computer.hostname,
    COMPUTE_HOST_REMOTE_USER: computer.remoteUser,
    COMPUTE_HOST_RELAY_CLIENT_URL: computer.relayClientUrl,
    COMPUTE_HOST_RELAY_AGENT_URL: computer.relayAgentUrl,
    COMPUTE_HOST_OWNER_ID: computer.ownerId,
    COMPUTE_HOST_STEP_ID: step.id,
    COMPUTE_HOST_INSTALL_SESSION_ID: step.installSessionId,
    COMPUTE_HOST_ATTEMPT: String(attempt),
    COMPUTE_HOST_OUTPUT: outputFileOf(folder),
    TRACEPARENT: traceparent,
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value.replaceAll("\0", "")]],
    ),
  );
}
