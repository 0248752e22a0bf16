import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PostgresServer } from "../../cluster/postgres-server.ts";
import { query } from "../postgres/query.ts";

/** A PostgreSQL of a test's own, which it may kill; its files go with it. */
export class TemporaryPostgres implements AsyncDisposable {
  readonly server: PostgresServer;
  #databases = 0;

  private constructor(server: PostgresServer) {
    this.server = server;
  }

  static async start(): Promise<TemporaryPostgres> {
    // PostgreSQL runs as a user of its own where the tests run as root: that one has to get into the folder.
    const folder = await mkdtemp(join(tmpdir(), "compute-host-postgres-"));
    return new TemporaryPostgres(await PostgresServer.start(folder));
  }

  /** Makes an empty database and gives its name. */
  async createDatabase(): Promise<string> {
    const name = `test_${++this.#databases}`;
    await query(this.server.url(), `create database ${name}`);
    return name;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server[Symbol.asyncDispose]();
    rmSync(this.server.folder, { recursive: true });
    rmSync(`${this.server.folder}.url`);
  }
}
