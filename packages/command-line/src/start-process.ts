import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

/** How to start a process. */
export interface ProcessOptions extends Pick<SpawnOptions, "cwd" | "uid" | "gid" | "detached"> {
  /** Variables in addition to those of `inherited`. */
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** @default the environment of this process */
  readonly inherited?: NodeJS.ProcessEnv;
  /** Its standard input, or `"pipe"` if the caller writes it. @default none */
  readonly input?: string | undefined;
  /** `"inherit"` passes its standard error on and does not collect it. @default "pipe" */
  readonly stderr?: "pipe" | "inherit";
  /** Time in milliseconds after which it is killed. @default 300_000 for {@link runProcess}, otherwise none */
  readonly timeoutMs?: number;
}

/** How a process ended, and what it printed. */
export interface ProcessResult {
  /** `null` if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** A process that ends no later than this one. */
export class StartedProcess implements AsyncDisposable {
  readonly child: ChildProcess;
  /** Resolves when it has ended and its output is closed; rejects if it could not be started. */
  readonly ended: Promise<ProcessResult>;
  /** Its output so far. */
  stdout = "";
  stderr = "";

  constructor(command: string, args: readonly string[], options: ProcessOptions = {}) {
    const { env, inherited = process.env, input, stderr = "pipe", timeoutMs = 0, ...place } = options;
    this.child = spawn(command, args, {
      ...place,
      env: { ...inherited, ...env },
      stdio: [input === undefined ? "ignore" : "pipe", "pipe", stderr],
      timeout: timeoutMs,
      killSignal: "SIGKILL",
    });
    running.add(this.child);
    // A program may end before it has read its input.
    this.child.stdin?.on("error", () => {});
    if (input !== "pipe") this.child.stdin?.end(input);
    for (const stream of ["stdout", "stderr"] as const) {
      this.child[stream]?.setEncoding("utf8").on("data", (text: string) => {
        this[stream] += text;
      });
    }
    this.ended = once(this.child, "close").then(([exitCode, signal]) => ({
      exitCode,
      signal,
      stdout: this.stdout,
      stderr: this.stderr,
    }));
    this.ended.catch(() => {}).finally(() => running.delete(this.child));
  }

  /** Resolves to the first line of its output that matches, finished or not; rejects if it ends without one. */
  prints(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const line = `${this.stdout}\n${this.stderr}`.split("\n").find((text) => pattern.test(text));
        if (line === undefined) return;
        for (const stream of [this.child.stdout, this.child.stderr]) stream?.off("data", look);
        resolve(line);
      };
      for (const stream of [this.child.stdout, this.child.stderr]) stream?.on("data", look);
      look();
      this.ended.then(({ exitCode, signal, stdout, stderr }) => {
        const command = this.child.spawnargs.join(" ");
        reject(
          new Error(`"${command}" ended with ${exitCode ?? signal}, not ${pattern}:\n${stdout}${stderr}`),
        );
      }, reject);
    });
  }

  /** Stops collecting output, which may be the log of many requests. */
  forgetOutput(): void {
    for (const stream of [this.child.stdout, this.child.stderr]) stream?.removeAllListeners("data").resume();
  }

  /** Sends it a signal and waits until it has ended. */
  stop(signal: NodeJS.Signals = "SIGTERM"): Promise<ProcessResult> {
    this.child.kill(signal);
    return this.ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** Runs a process until it exits with any code; rejects only if it cannot be started. */
export function runProcess(
  command: string,
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<ProcessResult> {
  return new StartedProcess(command, args, { timeoutMs: 300_000, ...options }).ended;
}

/** Runs a process that must succeed, and resolves to its standard output; rejects with all output if it fails. */
export async function runOrThrow(
  command: string,
  args: readonly string[],
  options?: ProcessOptions,
): Promise<string> {
  const { exitCode, stdout, stderr } = await runProcess(command, args, options);
  if (exitCode !== 0) {
    const end = exitCode === null ? "did not finish in time" : `ended with exit code ${exitCode}`;
    throw new Error(`\`${[command, ...args].join(" ")}\` ${end}:\n${stdout}${stderr}`);
  }
  return stdout;
}

/** What a service prints when it listens. */
export interface Ready {
  readonly url: string;
  /** The origin of its second port, if it has one. */
  readonly probeUrl?: string;
  /** The key that it created for a new database. */
  readonly apiKey?: string;
}

/** Reads the first line that a service prints, as `compute-host serve --ready-json` does. */
export async function readyOf(service: StartedProcess): Promise<Ready> {
  return JSON.parse(await service.prints(/^\{"url":.*\}$/));
}

/** The arguments for a sandbox on a free port. */
export const sandboxArguments: readonly string[] = ["serve", "--sandbox", "--ready-json", "--port", "0"];
