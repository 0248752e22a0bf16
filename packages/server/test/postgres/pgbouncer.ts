import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StartedProcess } from "@compute-host/command-line/process";
import { freePort } from "../../cluster/free-port.ts";
import { withoutRoot } from "../../cluster/without-root.ts";

const program = "/usr/sbin/pgbouncer";

/** Debian's package `pgbouncer`, as a need of tests. */
export const pgBouncer = {
  name: "PgBouncer",
  ...(!existsSync(program) && { missing: `${program} is missing: install pgbouncer` }),
};

/** A connection pooler in front of a PostgreSQL of this machine. */
export class PgBouncer implements AsyncDisposable {
  readonly url: string;
  readonly #folder: string;
  readonly #process: StartedProcess;

  private constructor(url: string, folder: string, process: StartedProcess) {
    this.url = url;
    this.#folder = folder;
    this.#process = process;
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
      "auth_type = any",
      ...settings,
    ];
    const file = join(folder, "pgbouncer.ini");
    writeFileSync(file, lines.join("\n"), { mode: 0o600 });
    const [command = "", ...rest] = withoutRoot(folder, [program, file]);
    const pooler = new StartedProcess(command, rest);
    await pooler.prints(/process up/);
    return new PgBouncer(url.href, folder, pooler);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process.stop();
    rmSync(this.#folder, { recursive: true });
  }
}
