import { makeDatabase, type PostgresName } from "./make-database.ts";
import { query } from "./query.ts";

/** A database of its own on a PostgreSQL server of the run. */
export interface TestDatabase {
  /** With credentials of a user who may do everything in it. */
  readonly url: string;
  /** Empties it, for another test. */
  release(): Promise<void>;
}

/** Databases that no test uses: to empty one takes a fiftieth of the time of making one. */
interface Unused {
  readonly empty: string[];
  /** Those that have the tables of the service, without records. */
  readonly prepared: string[];
}
const unused: Readonly<Record<PostgresName, Unused>> = {
  PostgreSQL: { empty: [], prepared: [] },
  "PostgreSQL 15": { empty: [], prepared: [] },
};

/** Takes an empty database of the PostgreSQL server, which is started if this is the first. */
export async function takeTestDatabase(): Promise<TestDatabase> {
  const { empty } = unused.PostgreSQL;
  const url = empty.pop() ?? (await requestDatabase("PostgreSQL"));
  return {
    url,
    async release() {
      await query(url, "drop schema if exists compute_host cascade");
      empty.push(url);
    },
  };
}

/**
 * Takes a database that may have the tables of the service, which spares their creation, for a test that opens a storage on it
 * and leaves the tables as they are.
 */
export async function takePreparedDatabase(postgres: PostgresName = "PostgreSQL"): Promise<TestDatabase> {
  const { empty, prepared } = unused[postgres];
  const url = prepared.pop() ?? empty.pop() ?? (await requestDatabase(postgres));
  return {
    url,
    async release() {
      await query(url, withoutRecords);
      prepared.push(url);
    },
  };
}

const withoutRecords = `
  delete from compute_host.computers;
  delete from compute_host.api_keys`;

/** Asks the process of the test run for one; a program that runs by itself makes its own. */
async function requestDatabase(postgres: PostgresName): Promise<string> {
  const maker = process.env.TEST_DATABASE_MAKER;
  if (maker === undefined) return makeDatabase(postgres);
  const response = await fetch(maker + encodeURIComponent(postgres));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
