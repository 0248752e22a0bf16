import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type StartedServer, type StartServerOptions, startServer } from "../src/index.ts";
import { debianFolder, type PostgresName } from "./postgres/make-database.ts";
import { type TestDatabase, takePreparedDatabase } from "./postgres/test-database.ts";

/** A database engine that the service runs on. */
export interface Engine {
  readonly name: string;
  /** Whether several nodes can share a database. */
  readonly isShared?: boolean;
  /** Why this machine cannot run its tests, and what to do; absent if it can. */
  readonly missing?: string;
  /** Takes a separate database, which may contain the service's tables, without records. */
  takeDatabase(): Promise<TestDatabase>;
}

const sqlite: Engine = {
  name: "SQLite",
  async takeDatabase() {
    const folder = mkdtempSync(join(tmpdir(), "compute-host-storage-"));
    return {
      url: `sqlite:${join(folder, "data", "test.db")}`,
      release: async () => rmSync(folder, { recursive: true }),
    };
  },
};

function postgres(name: PostgresName): Engine {
  return { name, isShared: true, takeDatabase: () => takePreparedDatabase(name) };
}

/** The engines that all suites of `npm test` run on: SQLite in a file, and the installed PostgreSQL. */
export const engines: readonly Engine[] = [sqlite, postgres("PostgreSQL")];

/** The oldest supported PostgreSQL, which the storage and contract suites of `pnpm test:full` run on. */
export const oldestEngines: readonly Engine[] = [
  {
    ...postgres("PostgreSQL 15"),
    ...(!existsSync(debianFolder) && { missing: `${debianFolder} is missing: install postgresql-15` }),
  },
];

/** Starts the service in this process on a separate database, which is released with it. */
export async function startServerOn(
  { takeDatabase }: Engine,
  options: StartServerOptions = {},
): Promise<StartedServer> {
  const { url, release } = await takeDatabase();
  const server = await startServer({ ...options, databaseUrl: url });
  const close = async () => {
    await server.close();
    await release();
  };
  return { ...server, close, [Symbol.asyncDispose]: close };
}
