import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The output and exit code of a command in a session. */
export interface SessionResult {
  readonly exitCode: number;
  /** Standard output and standard error. */
  readonly output: string;
}

/** Options for a session. */
export interface SessionOptions {
  /** The folder it begins in. */
  readonly cwd: string;
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** A folder for its scripts. */
  readonly scripts: string;
}

/** The limit of one command. */
const limitMs = 100_000;
const mark = "exit-code-of-this-step";

/** Whether lines are a complete command, and not the beginning of a longer one. */
export function isCompleteShell(lines: string): boolean {
  const { status, stderr } = spawnSync("bash", ["-n"], { input: `${lines}\n`, encoding: "utf8" });
  return status === 0 && stderr === "" && !lines.endsWith("\\");
}

/** One bash, in which commands run after each other, so that `export`, `cd` and `alias` last, as in a terminal. */
export class ShellSession implements AsyncDisposable {
  readonly #shell: ChildProcess;
  readonly #scripts: string;
  #count = 0;
  #printed = "";

  constructor({ cwd, env, scripts }: SessionOptions) {
    this.#scripts = scripts;
    // Its own process group, so that the end of the session also ends what it started in the background.
    this.#shell = spawn("bash", ["--noprofile", "--norc", "-O", "expand_aliases"], {
      cwd,
      env,
      detached: true,
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#shell.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.#printed += text;
    });
  }

  /**
   * Runs a command and waits for its end.
   *
   * @throws Error if it does not end in time
   */
  async run(command: string): Promise<SessionResult> {
    this.#printed = "";
    this.#send(`. '${this.#script(command)}' </dev/null 2>&1\nprintf '\\n${mark} %s\\n' $?`);
    const found = new RegExp(`\n${mark} (\\d+)\n$`);
    const end = await this.#until(command, () => found.exec(this.#printed) ?? undefined);
    return { exitCode: Number(end[1]), output: this.#printed.slice(0, end.index) };
  }

  /**
   * Starts a command that keeps running until the end of the session, such as a service.
   *
   * @throws Error with its output if it ends, or does not print the text in time
   */
  async start(command: string, text: string): Promise<void> {
    const log = join(this.#scripts, `log-${this.#count}.txt`);
    writeFileSync(log, "");
    this.#send(`{ . '${this.#script(command)}'; echo '${mark}'; } </dev/null >'${log}' 2>&1 &`);
    const printed = await this.#until(command, () => {
      const output = readFileSync(log, "utf8");
      return output.includes(text) || output.includes(mark) ? output : undefined;
    });
    if (!printed.includes(text)) throw new Error(`\`${command}\` ended:\n${printed}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { exitCode, signalCode, pid } = this.#shell;
    if (exitCode !== null || signalCode !== null || pid === undefined) return;
    const ended = once(this.#shell, "close");
    process.kill(-pid, "SIGKILL");
    await ended;
  }

  #script(command: string): string {
    const path = join(this.#scripts, `step-${this.#count++}.sh`);
    writeFileSync(path, `${command}\n`);
    return path;
  }

  #send(line: string): void {
    this.#shell.stdin?.write(`${line}\n`);
  }

  /** Waits until `find` returns something. */
  async #until<T>(command: string, find: () => T | undefined): Promise<T> {
    for (const end = Date.now() + limitMs; Date.now() < end; ) {
      const found = find();
      if (found !== undefined) return found;
      if (this.#shell.exitCode !== null) throw new Error(`\`${command}\` ended the shell:\n${this.#printed}`);
      await pause(20);
    }
    throw new Error(`\`${command}\` did not finish in ${limitMs / 1000} s:\n${this.#printed}`);
  }
}
