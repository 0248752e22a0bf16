import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ProcessResult, readyOf, StartedProcess } from "@compute-host/command-line/process";
import { runProgram } from "../../src/cli/program.ts";
import { type Service, serve } from "../../src/cli/serve/serve.ts";
import { readConfig } from "../../src/config/config.ts";
import { createServiceLog } from "../../src/observability/service-log.ts";

/** The built program; from the sources, it would take much longer to start. */
const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** How long a process may run before it is killed, in milliseconds. */
const limitMs = 300_000;

/** The input of a command. */
export interface CommandOptions {
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A service that runs as a process. */
export interface RunningService {
  readonly url: string;
  /** The origin of the second port, if the settings ask for one. */
  readonly probeUrl?: string;
  readonly process: StartedProcess["child"];
  /** Its output so far. */
  readonly written: () => string;
  /** Sends a signal and waits for the end. */
  stop(signal: NodeJS.Signals): Promise<ProcessResult>;
}

/** A service in the test's process. */
export interface ServiceHere extends Pick<Service, "url" | "probeUrl" | "apiKey"> {
  /** Stops it, and resolves to its log. */
  close(): Promise<string>;
}

/** A temporary folder with a database, and commands that work on it. */
export class Workplace implements AsyncDisposable {
  readonly folder = mkdtempSync(join(tmpdir(), "compute-host-"));
  readonly databasePath: string;
  /** A command that starts the processes, with their command as its last arguments. */
  launcher: readonly string[] = [];
  readonly #started: StartedProcess[] = [];
  readonly #servicesHere = new Set<ServiceHere>();

  /** @param databaseFolder The folder of the database; by default one that does not exist yet. */
  constructor(databaseFolder?: string) {
    this.databasePath = join(databaseFolder ?? join(this.folder, "data"), "compute-host.db");
  }

  get databaseUrl(): string {
    return `sqlite:${this.databasePath}`;
  }

  /** Writes a file in the folder and returns its path. */
  write(name: string, text: string | Uint8Array): string {
    const path = join(this.folder, name);
    writeFileSync(path, text);
    return path;
  }

  /** Settings that run each step with a script of these lines. */
  stepsBy(...lines: readonly string[]) {
    const command = this.write("provision.sh", `#!/bin/sh\n${lines.join("\n")}\n`);
    chmodSync(command, 0o755);
    return { COMPUTE_HOST_PROVISIONER: "command", COMPUTE_HOST_PROVISIONER_COMMAND: command };
  }

  /**
   * Runs a command to its end: in a separate process if it has input or a launcher, otherwise in the test's process.
   */
  async run(args: readonly string[], { input, environment }: CommandOptions = {}): Promise<ProcessResult> {
    if (input === undefined && this.launcher.length === 0) return this.#runHere(args, environment);
    return this.start(args, environment, input).ended;
  }

  async #runHere(
    args: readonly string[],
    environment: Readonly<Record<string, string>> | undefined,
  ): Promise<ProcessResult> {
    const output = { stdout: "", stderr: "" };
    const exitCode = await runProgram(args, "1.0.0", {
      environment: { ...this.#environment(), ...environment },
      writeOutput(text) {
        output.stdout += text;
      },
      writeNote(text) {
        output.stderr += text;
      },
    });
    return { exitCode, signal: null, ...output };
  }

  /** Starts the service in the test's process, for tests that do not need a separate one. */
  async serveHere(
    options: Pick<CommandOptions, "environment"> & { readonly isSandbox?: boolean } = {},
  ): Promise<ServiceHere> {
    const { isSandbox, environment } = options;
    const config = readConfig({ ...this.#environment(), COMPUTE_HOST_PORT: "0", ...environment });
    let text = "";
    const destination = {
      write(lines: string) {
        text += lines;
      },
    };
    const log = createServiceLog({ level: config.logLevel, destination });
    const service = await serve({ config, log, version: "1.0.0", ...(isSandbox && { isSandbox }) });
    const here: ServiceHere = {
      ...service,
      close: async () => {
        if (this.#servicesHere.delete(here)) await service.close(0);
        return text;
      },
    };
    this.#servicesHere.add(here);
    return here;
  }

  /** Starts `compute-host serve` on a free port and waits until it listens. */
  async serve(environment?: Readonly<Record<string, string>>): Promise<RunningService> {
    const started = this.start(["serve", "--port", "0", "--ready-json"], environment);
    const { url, probeUrl } = await readyOf(started);
    return {
      url,
      ...(probeUrl !== undefined && { probeUrl }),
      process: started.child,
      written: () => started.stdout + started.stderr,
      stop: (signal) => started.stop(signal),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const service of [...this.#servicesHere]) await service.close();
    for (const { child } of this.#started) child.kill("SIGKILL");
    // A killed command may still write something there.
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }

  /** Starts a command and does not wait for its end. */
  start(
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
    input?: string,
  ): StartedProcess {
    if (!existsSync(main)) throw new Error("The service is not built: run pnpm build.");
    const [command = "", ...before] = [...this.launcher, process.execPath];
    const started = new StartedProcess(command, [...before, main, ...args], {
      cwd: this.folder,
      inherited: { PATH: process.env.PATH, NODE_NO_WARNINGS: "1", ...this.#environment() },
      env: environment,
      input,
      timeoutMs: limitMs,
    });
    this.#started.push(started);
    return started;
  }

  #environment(): Readonly<Record<string, string>> {
    return {
      COMPUTE_HOST_DATABASE_URL: this.databaseUrl,
      COMPUTE_HOST_PROVISIONER: "simulated",
      COMPUTE_HOST_SHUTDOWN_DELAY_SECONDS: "0",
    };
  }
}

/** Sends a GET with a key, or without one. */
export function get(url: string, apiKey?: string): Promise<Response> {
  return fetch(url, {
    ...(apiKey !== undefined && { headers: { authorization: `Bearer ${apiKey}` } }),
    signal: AbortSignal.timeout(60_000),
  });
}
