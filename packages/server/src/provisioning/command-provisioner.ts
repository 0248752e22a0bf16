import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { StoredComputer, StoredStep } from "../computers/computer.ts";
import { maskSecrets } from "../observability/mask-secrets.ts";
import { killLeftovers, runIdVariable } from "./leftover-processes.ts";
import type { Provisioner, StepResult, StepRun } from "./provisioner.ts";

/** Options of {@link createCommandProvisioner}. */
export interface CommandProvisionerOptions {
  /** Path of the executable. It is started without a shell; the id of the step is its only argument. */
  readonly command: string;
  /** How long a step may take, in milliseconds. */
  readonly timeoutMs: number;
  /** How many steps run at the same time. */
  readonly maxConcurrent: number;
  /** What the executable gets besides the computer. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How long it has to end by itself after SIGTERM, before SIGKILL, in milliseconds. @default 3000 */
  readonly killGraceMs?: number;
}

/** How long output may still come after the executable ended, in milliseconds: what it left running keeps it open. */
const drainMs = 200;

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * A provisioner that runs the operator's executable for every step: exit code 0 completes the step, anything else
 * fails it with the end of the output as its error. The computer is in `COMPUTE_HOST_*` variables and, as JSON, on
 * standard input. The executable leads a process group of its own, which is killed as a whole when the time is up or
 * the service stops; what a service left running that was killed itself is killed before the step is run again.
 */
export function createCommandProvisioner(options: CommandProvisionerOptions): Provisioner {
  return { maxConcurrent: options.maxConcurrent, run: (run) => runCommand(run, options) };
}

async function runCommand(run: StepRun, options: CommandProvisionerOptions): Promise<StepResult> {
  const { command, timeoutMs, killGraceMs = 3_000 } = options;
  const { computer, step, signal } = run;
  const runId = runIdOf(computer, step);
  await killLeftovers(runId);
  signal.throwIfAborted();
  const child = spawn(command, [step.id], {
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...options.environment, ...stepEnvironment(computer, step), [runIdVariable]: runId },
  });
  const tail = new OutputTail();
  child.stdout.on("data", (chunk: Buffer) => tail.add(chunk));
  child.stderr.on("data", (chunk: Buffer) => tail.add(chunk));
  // An executable need not read its input.
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify(computer));

  let isLate = false;
  const kill = (): void => killGroup(child, killGraceMs);
  const timer = setTimeout(() => {
    isLate = true;
    kill();
  }, timeoutMs);
  signal.addEventListener("abort", kill, { once: true });
  try {
    const end = await ending(child);
    // What went its own way, out of the process group, is known by its environment.
    if (isLate || signal.aborted) await killLeftovers(runId);
    signal.throwIfAborted();
    if (end === undefined && !isLate) return { status: "completed" };
    const reason = isLate ? `The command took longer than ${timeoutMs / 1000} s and was killed` : end;
    const output = maskSecrets(tail.text());
    return { status: "failed", error: output === "" ? `${reason}.` : `${reason}: ${output}` };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", kill);
  }
}

/** How the executable ended, in words; `undefined` for success. */
function ending(child: Child): Promise<string | undefined> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(`The command cannot be started (${error.message})`));
    child.once("exit", (code, signal) => {
      const end =
        code === 0 ? undefined : code === null ? `was ended by ${signal}` : `exited with code ${code}`;
      const finish = (): void => {
        clearTimeout(timer);
        child.stdout.destroy();
        child.stderr.destroy();
        resolve(end && `The command ${end}`);
      };
      const timer = setTimeout(finish, drainMs);
      child.once("close", finish);
    });
  });
}

function killGroup(child: Child, graceMs: number): void {
  signalGroup(child, "SIGTERM");
  const killNow = (): void => {
    clearTimeout(timer);
    signalGroup(child, "SIGKILL");
  };
  const timer = setTimeout(killNow, graceMs);
  // What it started and left behind goes with it.
  child.once("exit", killNow);
}

function signalGroup({ pid }: Child, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // Nobody of the group is left.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** The same for every run of one attempt, and for no other one on this machine. */
function runIdOf(computer: StoredComputer, step: StoredStep): string {
  const { installSessionId = "", startedAt = 0 } = step;
  return [computer.id, step.id, installSessionId, startedAt].join("/").replaceAll("\0", "");
}

/** A value in the environment ends at a NUL character, and Node.js refuses it. */
function stepEnvironment(computer: StoredComputer, step: StoredStep): Record<string, string> {
  const values = {
    COMPUTE_HOST_COMPUTER_ID: computer.id,
    COMPUTE_HOST_COMPUTER_NAME: computer.name,
    COMPUTE_HOST_PROVIDER_TYPE: computer.providerType,
    COMPUTE_HOST_HOST_ID: computer.hostId,
    COMPUTE_HOST_HOSTNAME: computer.hostname,
    COMPUTE_HOST_REMOTE_USER: computer.remoteUser,
    COMPUTE_HOST_OWNER_ID: computer.ownerId,
    COMPUTE_HOST_STEP_ID: step.id,
    COMPUTE_HOST_INSTALL_SESSION_ID: step.installSessionId,
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value.replaceAll("\0", "")]],
    ),
  );
}

/** The end of a command's output is where it says what went wrong; this many bytes of it are kept. */
const maxTailBytes = 4096;

/** Control characters and the escape sequences of terminals, which have no place in a JSON field. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
const controls = /\u001b\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** Keeps the last part of an output, however long it is. */
export class OutputTail {
  #chunks: Buffer[] = [];
  #length = 0;

  /** Takes a piece of the output. */
  add(chunk: Buffer): void {
    this.#chunks.push(chunk.subarray(-maxTailBytes));
    this.#length += Math.min(chunk.length, maxTailBytes);
    if (this.#length < 2 * maxTailBytes) return;
    this.#chunks = [Buffer.concat(this.#chunks).subarray(-maxTailBytes)];
    this.#length = maxTailBytes;
  }

  /** The end of the output as readable text. */
  text(): string {
    const bytes = Buffer.concat(this.#chunks).subarray(-maxTailBytes);
    const text = new TextDecoder().decode(bytes).replaceAll(controls, "").trim();
    // The cut may have gone through a character.
    return text.replace(/^\ufffd+/, "");
  }
}
