import { fileURLToPath } from "node:url";

/** What a program did with its arguments. */
export interface ProgramRun {
  readonly exitCode: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

let runs = 0;

/** Where a program runs. */
export interface ProgramPlace {
  /** Variables besides those of this process. */
  readonly environment?: object;
  /** @default that of this process */
  readonly cwd?: string;
}

/**
 * Runs a program of the repository in this process until it ends or exits: a process for each run would cost half
 * a second.
 */
export async function runProgram(
  file: URL,
  args: readonly string[],
  { environment, cwd }: ProgramPlace = {},
): Promise<ProgramRun> {
  const { argv, env, exit, exitCode, stdout, stderr } = process;
  const folder = process.cwd();
  const writes = [stdout.write, stderr.write] as const;
  const run = { exitCode: undefined as number | undefined, stdout: "", stderr: "" };
  const ended = new Error("The program ended.");
  const listeners = listenersOf();
  if (cwd !== undefined) process.chdir(cwd);
  const path = fileURLToPath(file);
  process.argv = ["node", path, ...args];
  const { FORCE_COLOR: _color, ...plain } = env;
  process.env = { ...plain, ...environment };
  for (const name of ["stdout", "stderr"] as const) {
    process[name].write = (text: string | Uint8Array) => {
      run[name] += String(text);
      return true;
    };
  }
  process.exit = (code) => {
    run.exitCode = Number(code);
    throw ended;
  };
  try {
    // Another query evaluates the program again, but not what it imports.
    await import(/* @vite-ignore */ `${path}?run=${runs++}`);
  } catch (error) {
    if (error !== ended) throw error;
  } finally {
    if (run.exitCode === undefined && process.exitCode !== exitCode) run.exitCode = Number(process.exitCode);
    Object.assign(process, { argv, env, exit, exitCode });
    if (cwd !== undefined) process.chdir(folder);
    [stdout.write, stderr.write] = writes;
    for (const { emitter, event, listener } of listenersOf()) {
      if (!listeners.some((known) => known.listener === listener)) emitter.off(event, listener);
    }
  }
  return run;
}

/** The listeners that a program adds for signals and for the end of its output. */
function listenersOf() {
  const places: [NodeJS.EventEmitter, string][] = [
    [process, "SIGINT"],
    [process, "SIGTERM"],
    [process, "SIGHUP"],
    [process.stdout, "error"],
  ];
  return places.flatMap(([emitter, event]) =>
    emitter.listeners(event).map((listener) => ({ emitter, event, listener: listener as () => void })),
  );
}

/** What a wrong usage has to look like: nothing but one line on standard error, and exit code 2. */
export const wrongUsage = (message: RegExp): object => ({
  exitCode: 2,
  stdout: "",
  stderr: { asymmetricMatch: (text: string) => /^[^\n]+\n$/.test(text) && message.test(text) },
});
