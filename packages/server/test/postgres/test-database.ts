import { makeDatabase, type PostgresName } from "./make-database.ts";
import { query } from "./query.ts";

/** A database of its own on a PostgreSQL server of the run. */
export interface TestDatabase {
  /** With credentials of a user who may do everything in it. */
  readonly url: string;
  /** Empties it, for another test. */
  release(): Promise<void>;
}

/** Databases that no test uses, by their server and what empties them: that takes a fiftieth of the time of making one. */
const unused = new Map<string, string[]>();

/** Takes an empty database of the PostgreSQL server, which is started if this is the first. */
export const takeTestDatabase = () => take("PostgreSQL", "drop schema if exists compute_host cascade");

/**
 * Takes a database that may have the tables of the service, which spares their creation, for a test that opens a storage on it
 * and leaves the tables as they are.
 */
export const takePreparedDatabase = (postgres: PostgresName = "PostgreSQL") =>
  take(postgres, "delete from compute_host.computers; delete from compute_host.api_keys");

async function take(postgres: PostgresName, emptying: string): Promise<TestDatabase> {
  const pool = postgres + emptying;
  const url = unused.get(pool)?.pop() ?? (await requestDatabase(postgres));
  return {
    url,
    async release() {
      await query(url, emptying);
      unused.set(pool, [...(unused.get(pool) ?? []), url]);
    },
  };
}

/** Asks the process of the test run for one; a program that runs by itself makes its own. */
async function requestDatabase(postgres: PostgresName): Promise<string> {
  const maker = process.env.TEST_DATABASE_MAKER;
  if (maker === undefined) return makeDatabase(postgres);
  const response = await fetch(maker + encodeURIComponent(postgres));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
