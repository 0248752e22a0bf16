import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import type { Readable, Writable } from "node:stream";

/** How a started program is ended. */
export type Ending = "SIGTERM" | "Ctrl-C" | "closed terminal";

/** Whether `script` can give a program a terminal; otherwise its process group gets the signals that a terminal would send. */
const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;

/** A program with a terminal of its own, or none if it is to be ended by SIGTERM. */
export interface StartedProgram {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  end(): void;
}

/** Where and as whom to start a program. */
export interface StartOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
}

/** Starts a program that can be ended in this way. */
export function startToEnd(
  ending: Ending,
  command: readonly string[],
  options: StartOptions,
): StartedProgram {
  const inScript = ending !== "SIGTERM" && hasScript;
  const line = command.map((word) => `'${word}'`).join(" ");
  const [program = "", ...args] = inScript ? ["script", "-qefc", `exec ${line}`, "/dev/null"] : command;
  const child = spawn(program, args, { ...options, detached: true, stdio: ["pipe", "pipe", "inherit"] });
  const { pid = 0 } = child;
  child.stdin.on("error", () => {});
  const end = () => {
    if (ending === "SIGTERM") child.kill("SIGTERM");
    else if (!inScript) process.kill(-pid, ending === "Ctrl-C" ? "SIGINT" : "SIGHUP");
    else if (ending === "Ctrl-C") child.stdin.write("\u0003");
    // The terminal is closed by the end of the program that has its other side.
    else child.kill("SIGKILL");
  };
  return { child, end };
}
