import { execFileSync } from "node:child_process";
import { appendFileSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PostgresServer } from "../../cluster/postgres-server.ts";
import { query } from "./query.ts";

/** A crash of the machine ends the tests too, so nothing has to be on disk. */
const testSettings = ["fsync=off", "max_connections=300"];

/** A PostgreSQL server for tests, which may stop or kill it. Its files are removed at the end. */
export class TemporaryPostgres implements AsyncDisposable {
  readonly server: PostgresServer;
  #databases = 0;

  private constructor(server: PostgresServer) {
    this.server = server;
    process.once("exit", this.#removeAtExit);
  }

  /**
   * @param settings Lines of `postgresql.conf`, such as `ssl=on`.
   * @param binaries The folder with its `bin`; by default, that of the installed PostgreSQL.
   * @param parent The folder for its files.
   */
  static async start(
    settings: readonly string[] = [],
    binaries?: string,
    parent = tmpdir(),
  ): Promise<TemporaryPostgres> {
    const folder = await mkdtemp(join(parent, "compute-host-postgres-"));
    return new TemporaryPostgres(
      await PostgresServer.start(folder, [...testSettings, ...settings], binaries),
    );
  }

  /**
   * Starts a standby, which copies the files of a server (stopped meanwhile) and follows it through a port.
   *
   * @param port The server's own port, or that of a proxy.
   */
  static async standbyOf({ server }: TemporaryPostgres, port = server.port): Promise<TemporaryPostgres> {
    const folder = await mkdtemp(join(tmpdir(), "compute-host-standby-"));
    // The files must belong to PostgreSQL's user.
    const copy = (from: string, to: string) => execFileSync("cp", ["-a", from, to]);
    await server.end();
    copy(`${server.folder}/.`, folder);
    copy(`${server.folder}.url`, `${folder}.url`);
    copy(join(folder, "PG_VERSION"), join(folder, "standby.signal"));
    await server.startAgain();
    const { username, password } = new URL(server.url());
    const primary = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
    appendFileSync(join(folder, "postgresql.auto.conf"), `primary_conninfo = '${primary}'\n`);
    return new TemporaryPostgres(await PostgresServer.start(folder, testSettings));
  }

  /** The URL with the credentials of its superuser. */
  get url(): string {
    return this.server.url();
  }

  /** Makes an empty database and returns its name. */
  async createDatabase(): Promise<string> {
    const name = `test_${++this.#databases}`;
    await query(this.url, `create database ${name}`);
    return name;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    process.off("exit", this.#removeAtExit);
    await this.server.end();
    this.#removeFiles();
  }

  /** Kills the server at once, because an exiting process waits for nothing. */
  readonly #removeAtExit = (): void => {
    try {
      process.kill(this.server.pid, "SIGQUIT");
    } catch {
      // It is not running.
    }
    this.#removeFiles();
  };

  #removeFiles(): void {
    // The server may still write while it exits.
    rmSync(this.server.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    rmSync(`${this.server.folder}.url`, { force: true });
  }
}
