import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "./free-port.ts";
import { postgresBinaries } from "./postgres-binaries.ts";
import type { PostgresStart } from "./postgres-process.ts";

const program = fileURLToPath(new URL("postgres-process.ts", import.meta.url));
/** How long a start may take, in milliseconds; the first one makes the files. */
const startLimitMs = 60_000;
/** How long a first start waits for another PostgreSQL in its folder to end, in milliseconds: it may be one that keeps running. */
const firstStartLimitMs = 10_000;

/** What PostgreSQL says while processes of the one before are still about to end. */
const heldByAnother = /lock file .* already exists|is still in use|Address already in use/;

/** A PostgreSQL of this machine, in a folder of its own, which listens on loopback only. */
export class PostgresServer implements AsyncDisposable {
  readonly folder: string;
  readonly port: number;
  readonly #start: PostgresStart;
  #process: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  #log = "";
  /** Number of its first process; the others end with it. */
  pid = 0;

  private constructor(start: PostgresStart) {
    this.folder = start.folder;
    this.port = start.port;
    this.#start = start;
  }

  /**
   * Starts the server in the folder, or creates one if the folder is empty. Its URL is in the file beside the folder that ends in
   * `.url`, for this user alone.
   *
   * @param settings Lines of `postgresql.conf`, such as `fsync=off`.
   * @param ownBinaries The folder with `bin`; by default that of the installation.
   * @throws Error if it does not start, in one line that says why
   */
  static async start(
    path: string,
    settings: readonly string[] = [],
    ownBinaries?: string,
  ): Promise<PostgresServer> {
    const folder = resolve(path);
    mkdirSync(dirname(folder), { recursive: true });
    const binaries = ownBinaries ?? postgresBinaries();
    const file = `${folder}.url`;
    const password = existsSync(file)
      ? new URL(readFileSync(file, "utf8")).password
      : randomBytes(16).toString("hex");
    const port = await freePort();
    const server = new PostgresServer({ folder, port, password, settings, binaries });
    if (!existsSync(file)) writeFileSync(file, server.url(), { mode: 0o600 });
    await server.startAgain(firstStartLimitMs);
    writeFileSync(file, server.url(), { mode: 0o600 });
    return server;
  }

  /** The URL of one of its databases. */
  url(database = "postgres", port = this.port): string {
    return `postgres://compute_host:${this.#start.password}@127.0.0.1:${port}/${database}`;
  }

  /**
   * Starts it after a {@link stop} or {@link kill}: PostgreSQL refuses while processes of the one before are still about to end.
   *
   * @param limitMs How long to try, in milliseconds.
   */
  async startAgain(limitMs = startLimitMs): Promise<void> {
    for (const startedAt = performance.now(); ; await wait(200)) {
      this.#log = "";
      if (await this.#tryStart()) return;
      if (!heldByAnother.test(this.#log) || performance.now() - startedAt > limitMs)
        throw new Error(`PostgreSQL does not start in ${this.folder}: ${reasonIn(this.#log)}`);
    }
  }

  /** Ends it immediately, as a crash does. */
  async kill(): Promise<void> {
    await this.#end((child) => {
      process.kill(this.pid, "SIGKILL");
      child.kill("SIGKILL");
    });
  }

  /** Ends it in order, and keeps its data. */
  async stop(): Promise<void> {
    await this.#end((child) => child.kill("SIGTERM"));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #end(send: (child: ChildProcess) => void): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    this.#process = undefined;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    send(child);
    await exited;
  }

  async #tryStart(): Promise<boolean> {
    // A group of its own, so that a terminal's Ctrl-C does not end it before its users.
    const child = spawn(process.execPath, [program], { detached: true, stdio: ["pipe", "pipe", "pipe"] });
    child.stdin.on("error", () => {}).write(`${JSON.stringify(this.#start)}\n`);
    const exited = once(child, "exit");
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#log = (this.#log + text).slice(-4_000);
    });
    const closed = once(child, "close");
    const firstLine = once(createInterface({ input: child.stdout }), "line") as Promise<[string]>;
    const limit = AbortSignal.timeout(startLimitMs);
    const started = await Promise.race([firstLine, closed.then(() => undefined), once(limit, "abort")]);
    const [line] = (started ?? []) as unknown[];
    if (typeof line !== "string") {
      child.kill("SIGTERM");
      await exited;
      return false;
    }
    this.pid = (JSON.parse(line) as { readonly pid: number }).pid;
    this.#process = child;
    return true;
  }
}

/** The line of a log that says why. */
function reasonIn(log: string): string {
  const lines = log.trim().split("\n");
  const reason = lines.find((line) => /FATAL|error:/.test(line)) ?? lines.at(-1) ?? "";
  return reason.replace(/^.*?(?:FATAL|error): +/, "");
}
