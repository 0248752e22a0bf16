import { hash } from "node:crypto";
import { rm } from "node:fs/promises";
import { constants } from "node:os";
import { join } from "node:path";
import type { StoredComputer, StoredStep } from "../computers/computer.ts";
import type { Logger } from "../observability/logger.ts";
import { maskSecrets } from "../observability/mask-secrets.ts";
import { systemClock } from "../time/clock.ts";
import { adoptExecution, type Execution, outputFileOf, startExecution } from "./execution.ts";
import { endGroup, groupGone, killLeftovers, runIdVariable } from "./processes.ts";
import { type Provisioner, type StepLease, type StepResult, type StepRun, stepLeft } from "./provisioner.ts";
import { stepLogFile } from "./step-logs.ts";
import type { OutputReader } from "./step-output.ts";
import type { Watchdog } from "./watchdog.ts";

/** Options of {@link createCommandProvisioner}. */
export interface CommandProvisionerOptions {
  /** Path of the executable. The ID of the step is its only argument. */
  readonly command: string;
  /** How long a step may take, in milliseconds. */
  readonly timeoutMs: number;
  /** How many steps run at the same time. */
  readonly maxConcurrent: number;
  /** How many of them may be of one owner. @default one less than all */
  readonly maxPerOwner?: number;
  /** The environment of the executable, besides the computer. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where each run leaves its outcome until that is recorded. */
  readonly runsFolder: string;
  /** Where the latest run of each step leaves its output; see {@link stepLogFile}. */
  readonly logsFolder: string;
  /** Called when a step begins on this node, if several share the jobs. It does not reject. */
  readonly noteNode?: (run: Pick<StepRun, "computer" | "step">) => Promise<void>;
  readonly readOutput: OutputReader;
  readonly logger: Logger;
  /** Ends commands whose lease ends. Needed if several nodes share the jobs. */
  readonly watchdog?: Watchdog;
  /** How long it has to end by itself after SIGTERM, before SIGKILL, in milliseconds. @default 3000 */
  readonly killGraceMs?: number;
}

/**
 * A provisioner that runs the operator's executable for every step: exit code 0 completes the step, anything else
 * fails it with the end of the output as its error. The computer is in `COMPUTE_HOST_*` variables and, as JSON, on
 * standard input; fields of it that the executable writes to the file in `COMPUTE_HOST_OUTPUT` are set when the step completes. The executable runs in its own process group, which is killed when the time is up or the run is aborted. If
 * the service itself is killed, or leaves it, the executable keeps running and the next start reads its outcome; if several nodes share the jobs,
 * the watchdog ends it before its lease ends.
 */
export function createCommandProvisioner(options: CommandProvisionerOptions): Provisioner {
  const folderOf = (runId: string) => join(options.runsFolder, hash("sha256", runId, "hex").slice(0, 32));

  const logOf = ({ computer, step }: StepRun) => stepLogFile(options.logsFolder, computer.id, step.id);

  async function start(run: StepRun, runId: string): Promise<StepResult> {
    await killLeftovers(runId);
    run.signal.throwIfAborted();
    const folder = folderOf(runId);
    const started = await startExecution({
      folder,
      log: logOf(run),
      command: options.command,
      argument: run.step.id,
      input: JSON.stringify(run.computer),
      environment: { ...options.environment, ...stepEnvironment(run, folder), [runIdVariable]: runId },
      beginBefore: run.lease?.stopAt,
    });
    return (await finish(started, run, runId, options)) ?? failed("The command was killed", started.output());
  }

  /** Another node may have run the step since an earlier attempt, so that attempt's outcome is ignored. */
  async function runUnderLease(run: StepRun, lease: StepLease): Promise<StepResult> {
    const { watchdog } = options;
    if (watchdog === undefined) throw new Error("A command that runs under a lease needs a watchdog");
    const runId = `${runIdOf(run.computer, run.step)}/${run.attempt}`;
    const folder = folderOf(runId);
    void options.noteNode?.(run);
    const stopGuarding = watchdog.guard({ folder, runId }, lease);
    try {
      const result = await start(run, runId);
      const { released } = result as { readonly released?: Promise<void> };
      void (released ?? Promise.resolve()).then(stopGuarding);
      return result;
    } catch (error) {
      stopGuarding();
      throw error;
    } finally {
      await remove(folder);
    }
  }

  /** What a command left there, such as a mount, may be in the way. */
  async function remove(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true }).catch((err: unknown) =>
      options.logger.warn({ err, folder }, "The folder of a step cannot be removed"),
    );
  }

  return {
    maxConcurrent: options.maxConcurrent,
    ...(options.maxPerOwner !== undefined && { maxPerOwner: options.maxPerOwner }),
    async run(run) {
      if (run.lease) return runUnderLease(run, run.lease);
      const runId = runIdOf(run.computer, run.step);
      const adopted = await adoptExecution({ folder: folderOf(runId), log: logOf(run) }, runId);
      const result = adopted && (await finish(adopted, run, runId, options));
      return result ?? start(run, runId);
    },
    forget: ({ computer, step }) => remove(folderOf(runIdOf(computer, step))),
  };
}

/** Waits for the end, or brings it about; `undefined` when it ended and left no outcome. */
async function finish(
  execution: Execution,
  { computer, step, signal }: StepRun,
  runId: string,
  { timeoutMs, killGraceMs = 3_000, logger, readOutput }: CommandProvisionerOptions,
): Promise<StepResult | undefined> {
  const end = await firstOf(execution, signal, timeoutMs);
  if (typeof end === "object") return resultOf(execution, end.code, readOutput);
  if (signal.reason === stepLeft) throw stepLeft;
  const isGone = await endGroup(execution.pid, killGraceMs);
  // The next start looks for them again, and does not begin beside them.
  await killLeftovers(runId).catch(() => {});
  if (isGone) {
    signal.throwIfAborted();
    return failed(`The command took longer than ${timeoutMs / 1000} s and was killed`, execution.output());
  }
  logger.warn({ pid: execution.pid, computerId: computer.id, stepId: step.id }, "A command cannot be killed");
  const error = `The command took longer than ${timeoutMs / 1000} s and could not be killed`;
  return { ...failed(error, execution.output()), released: groupGone(execution.pid) };
}

/** Whichever comes first: its end, its time limit, or a stop of the service. */
async function firstOf(
  { ended, startedAt }: Execution,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<{ readonly code: number | undefined } | "late" | "stopped"> {
  let cleanUp = (): void => {};
  const interrupted = new Promise<"late" | "stopped">((resolve) => {
    const stop = (): void => resolve("stopped");
    const remainingMs = Math.max(0, startedAt + timeoutMs - systemClock.elapsed());
    const timer = setTimeout(() => resolve("late"), remainingMs);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    cleanUp = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
    };
  });
  try {
    return await Promise.race([ended.then((code) => ({ code })), interrupted]);
  } finally {
    cleanUp();
  }
}

function resultOf(
  execution: Execution,
  code: number | undefined,
  readOutput: OutputReader,
): StepResult | undefined {
  if (code === undefined) return undefined;
  if (code === 0) return completed(execution.written(), readOutput);
  // A shell reports a signal as 128 and its number, and what it could not start as 126 or 127.
  const signal = Object.entries(constants.signals).find(([, number]) => number === code - 128)?.[0];
  const reason =
    code === 126 || code === 127
      ? "cannot be started"
      : signal === undefined
        ? `exited with code ${code}`
        : `was ended by ${signal}`;
  return failed(`The command ${reason}`, execution.output());
}

function completed(written: string, readOutput: OutputReader): StepResult {
  if (written === "") return { status: "completed" };
  try {
    return { status: "completed", output: readOutput(written) };
  } catch (error) {
    return failed("What the command wrote to COMPUTE_HOST_OUTPUT is not valid", (error as Error).message);
  }
}

function failed(reason: string, output: string): { readonly status: "failed"; readonly error: string } {
  return { status: "failed", error: output === "" ? `${reason}.` : `${reason}: ${maskSecrets(output)}` };
}

/** The same for every run of one attempt, and unique on this machine. */
function runIdOf(computer: StoredComputer, step: StoredStep): string {
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
