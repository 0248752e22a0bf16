import { spawn } from "node:child_process";
import { signalGroup, stoppable } from "../redocly/stoppable.ts";
import type { StepOutcome, StepResult } from "../report/report-data.ts";
import { SpecGateError } from "../spec-gate-error.ts";

/** An additional command that a change has to pass. */
export interface Step {
  readonly name: string;
  readonly command: string;
}

const timeLimitMs = 10 * 60_000;

/**
 * Reads `name=command`.
 * @throws SpecGateError when either is missing
 */
export function parseStep(text: string): Step {
  const [, name = "", command = ""] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (name.trim() === "" || command.trim() === "") {
    throw new SpecGateError(`--step "${text}" is not of the form "name=command"`);
  }
  return { name: name.trim(), command: command.trim() };
}

/** Runs steps in parallel and reports each result on stderr. */
export class StepRunner {
  readonly #report: (line: string) => void;

  constructor(report: (line: string) => void) {
    this.#report = report;
  }

  /** Runs a command in a shell: 0 passes, 1 fails, any other code means no verdict. */
  runCommand({ name, command }: Step, env: NodeJS.ProcessEnv): Promise<StepOutcome> {
    return this.#timed(name, "command", async () => {
      const { exitCode, output } = await runShell(command, env);
      return { result: exitCode === 0 ? "passed" : exitCode === 1 ? "failed" : "not-judged", output };
    });
  }

  /** Runs one of the gate's own steps, which resolves to whether it passed. */
  runOwn(name: string, kind: "changes" | "lint", work: () => Promise<boolean>): Promise<StepOutcome> {
    return this.#timed(name, kind, async () => {
      try {
        return { result: (await work()) ? "passed" : "failed", output: "" };
      } catch (error) {
        if (!(error instanceof SpecGateError)) throw error;
        return { result: "not-judged", output: error.message };
      }
    });
  }

  async #timed(
    name: string,
    kind: StepOutcome["kind"],
    work: () => Promise<{ readonly result: StepResult; readonly output: string }>,
  ): Promise<StepOutcome> {
    const started = Date.now();
    const { result, output } = await work();
    const seconds = Math.round((Date.now() - started) / 100) / 10;
    this.#report(`> ${name}: ${result} in ${seconds} s\n`);
    return { name, kind, result, seconds, output };
  }
}

/** Runs a command and collects stdout and stderr in the order of arrival. */
function runShell(command: string, env: NodeJS.ProcessEnv): Promise<{ exitCode: number; output: string }> {
  const child = spawn(command, { shell: true, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  stoppable(child);
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      chunks.push(Buffer.from(`\nstopped after ${timeLimitMs / 60_000} minutes\n`));
      signalGroup(child, "SIGKILL");
    }, timeLimitMs);
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ exitCode: code ?? 2, output: Buffer.concat(chunks).toString().trim() });
    });
  });
}
