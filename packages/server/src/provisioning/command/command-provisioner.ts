import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "../../observability/logger.ts";
import { maskSecrets } from "../../observability/mask-secrets.ts";
import { type Provisioner, type StepResult, type StepRun, stepLeft } from "../provisioner.ts";
import { readStepOutput } from "../step-output.ts";
import { InterruptedError, insist, isTemporary, NotBegunError } from "../temporary-failure.ts";
import { endRun, groupGone, isStopped, killLeftovers, mayBeAlive, runIdVariable } from "./run/processes.ts";
import {
  allRuns,
  dropRun,
  findRun,
  isDropped,
  type Outcome,
  orderRun,
  outputFileOf,
  readOutcome,
  readOwner,
  readPid,
  removeRun,
  stateOf,
  writtenOutput,
} from "./run/run-folder.ts";
import { endOfOutput, stepLogFile } from "./run/step-logs.ts";
import { type Supervisor, starterName } from "./supervisor.ts";

/** Options of {@link createCommandProvisioner}. */
export interface CommandProvisionerOptions {
  /** Path of the executable. The ID of the step is its only argument. */
  readonly command: string;
  /** How long a step may take, in milliseconds. */
  readonly timeoutMs: number;
  /** How many steps run at the same time. */
  readonly maxConcurrent: number;
  /** The environment of the executable, in addition to the computer's variables. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where each run leaves its outcome until that is recorded. */
  readonly runsFolder: string;
  /** Where the latest run of each step writes its output; see {@link stepLogFile}. */
  readonly logsFolder: string;
  readonly logger: Logger;
  readonly supervisor: Supervisor;
  /** Whether other nodes may run the steps. Each attempt is then a separate run, and needs the lease of this node. */
  readonly isShared: boolean;
  /**
   * How long the command has to exit after SIGTERM before SIGKILL, in milliseconds.
   *
   * @default {@link defaultKillGraceMs}
   */
  readonly killGraceMs?: number;
}

/** Time between SIGTERM and SIGKILL, in milliseconds. */
const defaultKillGraceMs = 3_000;
/** How often a run is checked for its outcome, in milliseconds. */
const checkIntervalMs = 100;
/** How many checks there are per check of the supervisor, which takes several times as long. */
const checksPerLook = 10;
/** How long after its time limit and the kill a command that still runs is logged, in milliseconds. */
const stuckMs = 3_000;

/**
 * A provisioner that runs the operator's executable for every step. Exit code 0 completes the step; any other fails it,
 * with the end of the output as its error. The executable gets the computer in `COMPUTE_HOST_*` variables and, as JSON,
 * on standard input. Fields that it writes to the file named by `COMPUTE_HOST_OUTPUT` are set when the step completes.
 * A {@link Supervisor} runs it in a separate process group. If the service is killed or leaves it running, it continues
 * under its supervisor, and the next start reads its outcome. If several nodes share the jobs, the supervisor ends it
 * before its lease ends.
 */
export function createCommandProvisioner(options: CommandProvisionerOptions): Provisioner {
  const {
    supervisor,
    runsFolder,
    logsFolder,
    logger,
    isShared,
    timeoutMs,
    killGraceMs = defaultKillGraceMs,
  } = options;
  /** The supervisors that are stopped, each of which is told once. */
  const stoppedSupervisors = new Set<number>();
  /** How often each step was interrupted, by its session: a command may remove the folder of its run. */
  const interruptions = new Map<string, number>();

  async function begin(run: StepRun, runId: string): Promise<string> {
    const earlier = findRun(runsFolder, runId);
    // The search takes 15 ms. Without other nodes, it is only needed if there is a folder.
    if (isShared || earlier) await killLeftovers(sessionOf(run));
    countInterruptions(run, earlier, 0);
    if (earlier) await removeRun(earlier);
    run.signal.throwIfAborted();
    const { computer, step } = run;
    const subject = { computerId: computer.id, stepId: step.id, startedAt: step.startedAt };
    const folder = orderRun(runsFolder, {
      runId,
      ...subject,
      ...supervisor.start(),
      interruptions: interruptions.get(sessionOf(run)),
    });
    supervisor.run({
      folder,
      runId,
      log: stepLogFile(logsFolder, computer.id, step.id),
      command: options.command,
      argument: step.id,
      input: JSON.stringify(computer),
      environment: { ...options.environment, ...stepEnvironment(run, folder), [runIdVariable]: runId },
      timeoutMs,
      killGraceMs,
    });
    return folder;
  }

  /** Finds a run that was not dropped. Its supervisor may be that of an earlier process, or gone. */
  function findBegun(runId: string): string | undefined {
    const folder = findRun(runsFolder, runId);
    return folder === undefined || isDropped(folder) ? undefined : folder;
  }

  /** Counts interruptions of a step, and those that an earlier process left in the folder of its run. */
  function countInterruptions(run: StepRun, folder: string | undefined, more: number): number {
    const session = sessionOf(run);
    const left = folder === undefined ? 0 : (readOwner(folder)?.interruptions ?? 0);
    const count = Math.max(interruptions.get(session) ?? 0, left) + more;
    if (count > 0) interruptions.set(session, count);
    return count;
  }

  async function notBegun(folder: string, code: string): Promise<never> {
    // Otherwise the next try would find it again.
    dropRun(folder);
    await remove(folder);
    throw new NotBegunError(`The command could not be started (${code})`);
  }

  async function resultOf(outcome: Outcome, folder: string, run: StepRun): Promise<StepResult> {
    if (outcome.kind === "not-begun") return notBegun(folder, outcome.code);
    if (outcome.kind === "cannot-begin") return failed(`The command cannot be started (${outcome.code})`, "");
    if (outcome.kind === "exited" && outcome.code === 0) return completed(folder);
    const output = endOfOutput(stepLogFile(logsFolder, run.computer.id, run.step.id));
    const refusal = outcome.kind === "exited" ? shellRefusals.get(outcome.code) : undefined;
    if (refusal !== undefined && output.startsWith(`${starterName}: `)) {
      const code = temporaryRefusals.find(([, message]) => message.test(output))?.[0];
      // The shell's message contains the path of the command; the log of the step keeps it.
      return code === undefined
        ? failed(`The command cannot be started (${refusal})`, "")
        : notBegun(folder, code);
    }
    return failed(`The command ${endOf(outcome, timeoutMs)}`, output);
  }

  async function remove(folder: string): Promise<void> {
    // Something that a command left there, such as a mount, may prevent it.
    await removeRun(folder).catch((err: unknown) =>
      logger.warn({ err, folder }, "The folder of a step cannot be removed"),
    );
  }

  /** Waits for an outcome. Resolves to `undefined` after an abort, and if the run was dropped or its end is unknown. */
  async function untilEnded(folder: string, { signal, onBegun }: StepRun): Promise<Outcome | undefined> {
    for (let check = 0; !signal.aborted; check++) {
      const isLook = check % checksPerLook === 0;
      const state = isLook ? await stateOf(folder) : undefined;
      const outcome = readOutcome(folder);
      if (outcome !== undefined || state === "unknown" || isDropped(folder)) return outcome;
      if (state === "running") onBegun?.();
      if (isLook) await warnOfStop(folder);
      await wait(checkIntervalMs, undefined, { ref: false, signal }).catch(() => {});
    }
    return undefined;
  }

  /** Until somebody continues a stopped supervisor, its steps neither begin nor end. */
  async function warnOfStop(folder: string): Promise<void> {
    const pid = readOwner(folder)?.supervisor;
    if (pid === undefined) return;
    if (!(await isStopped(pid))) stoppedSupervisors.delete(pid);
    else if (!stoppedSupervisors.has(pid)) {
      stoppedSupervisors.add(pid);
      logger.warn(
        { pid },
        "The supervisor is stopped, and its steps wait: continue it with kill -CONT, or kill it",
      );
    }
  }

  function warnOfSurvival(folder: string, { computer, step }: StepRun): void {
    const pid = readPid(folder);
    logger.warn({ pid, computerId: computer.id, stepId: step.id }, "A command cannot be killed");
  }

  return {
    maxConcurrent: options.maxConcurrent,
    async run(run) {
      const runId = runIdOf(run);
      const folder = findBegun(runId) ?? (await begin(run, runId).catch(asNotBegun));
      const warn = (): void => warnOfSurvival(folder, run);
      const warning = setTimeout(warn, timeoutMs + killGraceMs + stuckMs).unref();
      const outcome = await untilEnded(folder, run).finally(() => clearTimeout(warning));
      if (outcome !== undefined) return await resultOf(outcome, folder, run);
      if (run.signal.reason === stepLeft) throw stepLeft;
      await insist(() => dropRun(folder));
      const pid = await insist(() => readPid(folder));
      await endRun(pid, runId, killGraceMs);
      // It keeps its place and its lease, so that the step does not run twice at the same time.
      if (pid !== undefined && (await mayBeAlive(pid))) {
        warn();
        await groupGone(pid);
      }
      run.signal.throwIfAborted();
      throw new InterruptedError(
        "The supervisor of the command exited or was told to stop, or its folder is gone",
        countInterruptions(run, folder, 1),
      );
    },
    renew: supervisor.renew,
    async forget(run) {
      interruptions.delete(sessionOf(run));
      const folder = findRun(runsFolder, runIdOf(run));
      if (folder !== undefined) await remove(folder);
    },
    async sweep(isCurrent) {
      for (const folder of allRuns(runsFolder)) {
        const owner = readOwner(folder);
        if (owner && (await isCurrent(owner))) continue;
        if (owner) {
          dropRun(folder);
          await endRun(readPid(folder), owner.runId, killGraceMs);
        }
        await remove(folder);
      }
    },
  };

  /**
   * Unique on this machine. With several nodes it includes the attempt: another node may have run the step since an
   * earlier one, whose outcome then does not count.
   */
  function runIdOf(run: StepRun): string {
    return isShared ? `${sessionOf(run)}/${run.attempt}` : sessionOf(run);
  }
}

function asNotBegun(error: unknown): never {
  throw isTemporary(error) ? new NotBegunError((error as Error).message, { cause: error }) : error;
}

/** What a shell's exit codes say about a command that it cannot start. */
const shellRefusals = new Map([
  [126, "this user cannot execute it"],
  [127, "it or its interpreter was not found"],
]);

/** The codes that may go away, as the C libraries that shells use tell them: glibc, then musl. */
const temporaryRefusals: readonly (readonly [code: string, message: RegExp])[] = [
  ["ETXTBSY", /Text file busy/],
  ["EIO", /Input\/output error|I\/O error/],
  ["ENOMEM", /Cannot allocate memory|Out of memory/],
  ["ENFILE", /Too many open files in system/],
  ["EMFILE", /Too many open files|No file descriptors available/],
  ["EAGAIN", /Resource temporarily unavailable/],
];

function endOf(outcome: Exclude<Outcome, { kind: "not-begun" | "cannot-begin" }>, timeoutMs: number): string {
  if (outcome.kind === "timed-out") return `took longer than ${timeoutMs / 1000} s`;
  if (outcome.kind === "signalled") return `was ended by ${outcome.signal}`;
  return `exited with code ${outcome.code}`;
}

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

function failed(reason: string, output: string): StepResult {
  return { status: "failed", error: output === "" ? `${reason}.` : `${reason}: ${maskSecrets(output)}` };
}

/** The same for every attempt at the same start of a step. */
function sessionOf({ computer, step }: StepRun): string {
  const { installSessionId = "", startedAt = 0 } = step;
  return [computer.id, step.id, installSessionId, startedAt].join("/").replaceAll("\0", "");
}

/** The variables of a step. NUL characters are removed, because Node.js refuses them in the environment. */
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
