import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PostgresServer } from "../cluster/postgres-server.ts";
import { migrations } from "../src/storage/postgres/migrations.ts";
import { type Machine, moveToLoadCore } from "./machine.ts";
import { fillDatabase, type SeedOptions, seedFolder } from "./seed-database.ts";

/** A PostgreSQL server with computers in it. */
export interface SeededPostgres extends AsyncDisposable {
  /** Of the database. */
  readonly url: string;
  /** Its first process. */
  readonly pid: number;
}

/**
 * Starts an embedded PostgreSQL as it is by default, every commit synced, on the core of the load: the core of the servers is
 * theirs. Its files are kept among the temporary files.
 */
export async function startSeededPostgres(seed: SeedOptions, machine: Machine): Promise<SeededPostgres> {
  const folder = seedFolder(
    migrations.map(({ sql }) => sql),
    `${seed.computers}-postgres`,
  );
  const filled = join(folder, "filled");
  if (!existsSync(filled)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const server = await PostgresServer.start(join(folder, "data"));
  try {
    const url = server.url();
    if (!existsSync(filled)) await fillDatabase(url, seed);
    writeFileSync(filled, "");
    moveToLoadCore(machine, server.pid);
    return { url, pid: server.pid, [Symbol.asyncDispose]: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
