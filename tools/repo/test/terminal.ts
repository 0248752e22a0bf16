import { spawnSync } from "node:child_process";
import { type ProcessOptions, StartedProcess } from "@compute-host/command-line/process";

/** How a started program is ended. */
export type Ending = "SIGTERM" | "Ctrl-C" | "closed terminal";

/** Whether `script` can give a program a terminal; otherwise its process group gets the signals of a terminal. */
const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;

/** A program with its own terminal; without one if SIGTERM ends it. */
export interface StartedProgram {
  readonly program: StartedProcess;
  end(): void;
}

/** Starts a program that can be ended this way. */
export function startToEnd(
  ending: Ending,
  command: readonly string[],
  options: ProcessOptions,
): StartedProgram {
  const inScript = ending !== "SIGTERM" && hasScript;
  const line = command.map((word) => `'${word}'`).join(" ");
  const [first = "", ...args] = inScript ? ["script", "-qefc", `exec ${line}`, "/dev/null"] : command;
  const program = new StartedProcess(first, args, {
    ...options,
    // The shell in which `script` runs the line.
    env: { ...options.env, SHELL: "/bin/sh" },
    detached: true,
    input: "pipe",
  });
  const { child } = program;
  const end = () => {
    if (ending === "SIGTERM") child.kill("SIGTERM");
    else if (!inScript) process.kill(-Number(child.pid), ending === "Ctrl-C" ? "SIGINT" : "SIGHUP");
    else if (ending === "Ctrl-C") child.stdin?.write("\u0003");
    // Ending `script`, which holds the other side of the terminal, closes it.
    else child.kill("SIGKILL");
  };
  return { program, end };
}
