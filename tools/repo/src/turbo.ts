import { type ChildProcess, spawn } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** A task that turbo ran or took from its cache. */
export interface TurboTask {
  /** For example `@compute-host/types#test`. */
  readonly taskId: string;
  /** Folder of its package, relative to the root. */
  readonly directory: string;
  /** 0 if it passed; `undefined` if it did not run. */
  readonly exitCode: number | undefined;
  /** Whether its result comes from turbo's cache. */
  readonly isCached: boolean;
}

/** The environment of tasks. Their requests to servers on this machine must not go through its proxy. */
function taskEnvironment(own: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const direct = ["localhost", "127.0.0.1", "::1"];
  const withDirect = (name: string) => [name, [own[name], ...direct].filter(Boolean).join(",")] as const;
  // `npm test` sets the last one, often to an empty string, and npm then ignores the others.
  const names = [
    "NO_PROXY",
    "no_proxy",
    ...(own.npm_config_noproxy === undefined ? [] : ["npm_config_noproxy"]),
  ];
  return { ...own, ...Object.fromEntries(names.map(withDirect)) };
}

/** Runs turbo in the root folder with its output on this terminal; resolves to the exit code. */
function runTurbo(root: string, args: readonly string[]): Promise<number> {
  const env = taskEnvironment(process.env);
  const child = spawn("turbo", args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"] });
  stopWithThisProcess(child);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? (signal === null ? 1 : 130)));
  });
}

/** Sends turbo SIGTERM on SIGTERM and SIGHUP, so that it ends its tasks; Ctrl-C reaches turbo directly. */
function stopWithThisProcess(child: ChildProcess): void {
  const stop = () => child.kill("SIGTERM");
  for (const signal of ["SIGTERM", "SIGHUP"] as const) {
    process.on(signal, stop);
    child.once("close", () => process.off(signal, stop));
  }
}

/** Runs turbo silently; resolves to its output if it fails, or if this process got a signal to end. */
export async function failureOfTurbo(root: string, args: readonly string[]): Promise<string | undefined> {
  const env = taskEnvironment(process.env);
  const child = spawn("turbo", args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  stopWithThisProcess(child);
  // Turbo may exit with 0 even if a signal ended it.
  let isStopped = false;
  const note = () => (isStopped = true);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, note);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.off(signal, note);
  return code === 0 && !isStopped ? undefined : output;
}

/** Runs turbo and reads its run summary: every task with its exit code. */
export async function runTasks(
  root: string,
  args: readonly string[],
): Promise<{ exitCode: number; tasks: TurboTask[] }> {
  const runs = join(root, ".turbo", "runs");
  await rm(runs, { recursive: true, force: true });
  const exitCode = await runTurbo(root, ["run", ...args, "--summarize"]);
  const names = await readdir(runs).catch(() => []);
  const [name] = names;
  if (name === undefined) return { exitCode, tasks: [] };
  return { exitCode, tasks: parseSummary(await readFile(join(runs, name), "utf8")) };
}

/** Returns the tasks of a run summary whose package has a script of that name. */
function parseSummary(text: string): TurboTask[] {
  const summary = JSON.parse(text) as {
    tasks: {
      taskId: string;
      command: string;
      directory: string;
      execution?: { exitCode?: number };
      cache?: { status?: string };
    }[];
  };
  return summary.tasks
    .filter(({ command }) => command !== "<NONEXISTENT>")
    .map(({ taskId, directory, execution, cache }) => {
      const isCached = cache?.status === "HIT";
      return { taskId, directory, exitCode: execution?.exitCode ?? (isCached ? 0 : undefined), isCached };
    });
}
