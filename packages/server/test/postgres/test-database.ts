import { inject } from "vitest";
import { query } from "./query.ts";

/** A database of its own on the PostgreSQL server of the run. */
export interface TestDatabase {
  /** With credentials of a user who may do everything in it. */
  readonly url: string;
  /** Empties it, for another test. */
  release(): Promise<void>;
}

/** Databases that no test uses: to empty one takes a fiftieth of the time of making one. */
const empty: string[] = [];
/** Those that have the tables of the service, without records. */
const prepared: string[] = [];

/** Takes an empty database of the PostgreSQL server, which is started if this is the first. */
export async function takeTestDatabase(): Promise<TestDatabase> {
  const url = empty.pop() ?? (await makeDatabase());
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
export async function takePreparedDatabase(): Promise<TestDatabase> {
  const url = prepared.pop() ?? empty.pop() ?? (await makeDatabase());
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
  delete from compute_host.api_keys;
  update compute_host.totals set computers = 0`;

async function makeDatabase(): Promise<string> {
  const response = await fetch(inject("databaseMaker"));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
