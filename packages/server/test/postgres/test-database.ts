import { makeDatabase, type PostgresName } from "./make-database.ts";
import { query } from "./query.ts";

/** A separate database on a PostgreSQL server of the run. */
export interface TestDatabase {
  /** The URL with credentials of a user who may do everything in it. */
  readonly url: string;
  /** Empties it, for another test. */
  release(): Promise<void>;
}

/**
 * Unused databases, by their server and the statement that empties them. Emptying one takes a fiftieth of the time of
 * creating one.
 */
const unused = new Map<string, string[]>();

/** Takes an empty database of the PostgreSQL server, which the first call starts. */
export const takeTestDatabase = () => take("PostgreSQL", "drop schema if exists compute_host cascade");

/**
 * Takes a database that may already have the service's tables, which saves time, for a test that opens a storage on it
 * and leaves the tables unchanged.
 */
export const takePreparedDatabase = (postgres: PostgresName = "PostgreSQL") =>
  take(
    postgres,
    ["jobs", "nodes", "computers", "api_keys"].map((table) => `delete from compute_host.${table}`).join("; "),
  );

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

/** Requests a database from the process of the test run. A program outside a test run makes its own. */
async function requestDatabase(postgres: PostgresName): Promise<string> {
  const maker = process.env.TEST_DATABASE_MAKER;
  if (maker === undefined) return makeDatabase(postgres);
  const response = await fetch(maker + encodeURIComponent(postgres));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
