import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartedProcess } from "@compute-host/command-line/process";
import { freePort } from "../../cluster/free-port.ts";
import { withoutRoot } from "../../cluster/without-root.ts";
import { query } from "./query.ts";

const program = "/usr/sbin/pgbouncer";

/** Debian's package `pgbouncer`, which some tests need. */
export const pgBouncer = {
  name: "PgBouncer",
  ...(!existsSync(program) && { missing: `${program} is missing: install pgbouncer` }),
};

/** A connection pooler in front of a PostgreSQL on this machine, with the same user and password. */
export class PgBouncer implements AsyncDisposable {
  readonly url: string;
  readonly #folder: string;
  readonly #command: readonly string[];
  #process: StartedProcess | undefined;

  private constructor(url: string, folder: string, command: readonly string[]) {
    this.url = url;
    this.#folder = folder;
    this.#command = command;
  }

  /** @param settings Lines of its configuration, such as `pool_mode = session`. */
  static async start(databaseUrl: string, settings: readonly string[]): Promise<PgBouncer> {
    const folder = mkdtempSync(join(tmpdir(), "compute-host-pgbouncer-"));
    const url = new URL(databaseUrl);
    const { port, username, password } = url;
    url.port = String(await freePort());
    const lines = [
      "[databases]",
      `* = host=127.0.0.1 port=${port} user=${username} password=${password}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${url.port}`,
      "unix_socket_dir =",
      "auth_type = scram-sha-256",
      `auth_file = ${join(folder, "users")}`,
      `admin_users = ${username}`,
      ...settings,
    ];
    const file = join(folder, "pgbouncer.ini");
    writeFileSync(file, lines.join("\n"), { mode: 0o600 });
    writeUser(folder, username, password);
    const pooler = new PgBouncer(url.href, folder, withoutRoot(folder, [program, file]));
    await pooler.startAgain();
    return pooler;
  }

  async startAgain(): Promise<void> {
    const [command = "", ...rest] = this.#command;
    this.#process = new StartedProcess(command, rest);
    await this.#process.prints(/process up/);
  }

  async kill(): Promise<void> {
    await this.#process?.stop("SIGKILL");
  }

  /** Runs a command of its console, such as `PAUSE`. */
  async tell(command: string): Promise<void> {
    await query(new URL("/pgbouncer", this.url).href, command);
  }

  /** Changes its password, and returns the URL with it. */
  async changePassword(password: string): Promise<string> {
    const url = new URL(this.url);
    writeUser(this.#folder, url.username, password);
    await this.tell("RELOAD");
    url.password = password;
    return url.href;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process?.stop();
    rmSync(this.#folder, { recursive: true });
  }
}

function writeUser(folder: string, name: string, password: string): void {
  writeFileSync(join(folder, "users"), `"${name}" "${password}"\n`, { mode: 0o600 });
}
