import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

const running = new Set<ChildProcess>();

/** Kills everything that was started and still runs: for the end of a benchmark that was stopped. */
export function killStarted(): void {
  for (const child of running) child.kill("SIGKILL");
}

function track<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** A process that the benchmark started. */
export interface StartedProcess {
  readonly pid: number;
  /** The first thing that it printed. */
  readonly firstLine: string;
  stop(): Promise<void>;
}

/** How to start a process. */
export interface StartOptions {
  /** The command and its arguments. */
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Pattern of its first line. @default anything */
  readonly ready?: RegExp;
  /** @default 60000 */
  readonly timeoutMs?: number;
}

/** Starts a process and waits for its first line of output that looks as told. */
export async function startProcess(options: StartOptions): Promise<StartedProcess> {
  const { command, environment = {}, ready = /./, timeoutMs = 60_000 } = options;
  const child = track(
    spawn(command[0] as string, command.slice(1), {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NO_COLOR: "1", ...environment },
    }),
  );
  try {
    const firstLine = await waitForLine(child, ready, timeoutMs);
    return { pid: child.pid as number, firstLine, stop: () => stop(child) };
  } catch (cause) {
    await stop(child);
    throw new Error(`"${command.join(" ")}" did not start: ${(cause as Error).message}`, { cause });
  }
}

/** Runs a process to its end and resolves to what it printed. */
export async function runProcess(options: StartOptions): Promise<string> {
  const { command, environment = {} } = options;
  const child = track(
    spawn(command[0] as string, command.slice(1), {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...environment },
    }),
  );
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (errors += chunk));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`"${command.join(" ")}" exited with ${code}: ${errors || output}`);
  return output;
}

function waitForLine(child: ChildProcess, ready: RegExp, timeoutMs: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(() => reject(new Error(`no response in ${timeoutMs} ms`)), timeoutMs);
  let output = "";
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (errors = (errors + chunk).slice(-2000)));
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    output = (output + chunk).slice(-20_000);
    const line = output
      .split("\n")
      .slice(0, -1)
      .find((text) => ready.test(text));
    if (line !== undefined) resolve(line);
  });
  child.on("error", reject);
  child.on("exit", (code) => reject(new Error(`it exited with ${code}: ${errors}`)));
  return promise.finally(() => clearTimeout(timer));
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await exited;
  clearTimeout(timer);
}
