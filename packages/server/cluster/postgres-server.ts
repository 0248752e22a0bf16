import { type ChildProcessByStdio, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePort } from "./free-port.ts";

const program = fileURLToPath(new URL("postgres-process.ts", import.meta.url));
/** How long a start may take, in milliseconds; the first one makes the files. */
const startLimitMs = 60_000;

/** A PostgreSQL of this machine, in a folder of its own, which listens on loopback only. */
export class PostgresServer implements AsyncDisposable {
  readonly folder: string;
  readonly port: number;
  readonly #password: string;
  readonly #settings: readonly string[];
  #process: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  #log = "";
  /** Number of its first process; the others end with it. */
  pid = 0;

  private constructor(folder: string, port: number, password: string, settings: readonly string[]) {
    this.folder = folder;
    this.port = port;
    this.#password = password;
    this.#settings = settings;
  }

  /**
   * Starts the server in the folder, or creates one if the folder is empty. Its URL is in the file beside the folder that ends in
   * `.url`, for this user alone.
   *
   * @param settings Lines of `postgresql.conf`, such as `fsync=off`.
   */
  static async start(folder: string, settings: readonly string[] = []): Promise<PostgresServer> {
    const file = `${folder}.url`;
    const password = existsSync(file)
      ? new URL(readFileSync(file, "utf8")).password
      : randomBytes(16).toString("hex");
    const server = new PostgresServer(folder, await freePort(), password, settings);
    mkdirSync(dirname(folder), { recursive: true });
    writeFileSync(file, server.url(), { mode: 0o600 });
    await server.startAgain();
    return server;
  }

  /** The URL of one of its databases. */
  url(database = "postgres", port = this.port): string {
    return `postgres://compute_host:${this.#password}@127.0.0.1:${port}/${database}`;
  }

  /** Starts it after a {@link stop} or {@link kill}: PostgreSQL refuses while processes of the one before are still about to end. */
  async startAgain(): Promise<void> {
    for (const startedAt = performance.now(); ; await wait(200)) {
      if (await this.#tryStart()) return;
      if (performance.now() - startedAt > startLimitMs) throw new Error(`No PostgreSQL: ${this.#log}`);
    }
  }

  /** Ends it immediately, as a crash does. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    const exited = once(child, "exit");
    process.kill(this.pid, "SIGKILL");
    child.kill("SIGKILL");
    await exited;
    this.#process = undefined;
  }

  /** Ends it in order, and keeps its data. */
  async stop(): Promise<void> {
    const child = this.#process;
    if (child === undefined) return;
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await exited;
    this.#process = undefined;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #tryStart(): Promise<boolean> {
    // A group of its own, so that a terminal's Ctrl-C does not end it before its users.
    const child = spawn(process.execPath, [program, this.folder, String(this.port), ...this.#settings], {
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, POSTGRES_PASSWORD: this.#password },
    });
    const exited = once(child, "exit");
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#log = (this.#log + text).slice(-4_000);
    });
    const firstLine = once(createInterface({ input: child.stdout }), "line") as Promise<[string]>;
    const limit = AbortSignal.timeout(startLimitMs);
    const started = await Promise.race([firstLine, exited.then(() => undefined), once(limit, "abort")]);
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
