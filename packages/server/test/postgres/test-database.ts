import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

/** A database of its own on the PostgreSQL server of the run. */
export interface TestDatabase {
  /** With credentials of a user who may do everything in it. */
  readonly url: string;
  /** Empties it, for the next test of the file. */
  release(): Promise<void>;
}

/** Databases of this test file that no test uses: to empty one takes a fiftieth of the time of making one. */
const free: string[] = [];

/** Takes an empty database of the PostgreSQL server, which is started if this is the first. */
export async function takeTestDatabase(): Promise<TestDatabase> {
  const url = free.pop() ?? (await createDatabase());
  return {
    url,
    async release() {
      await query(url, "drop schema if exists compute_host cascade");
      free.push(url);
    },
  };
}

/** Runs a statement on a database, on a connection of its own. */
export async function query(url: string, text: string, values: readonly unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text, values as unknown[])).rows;
  } finally {
    await client.end();
  }
}

async function createDatabase(): Promise<string> {
  const response = await fetch(inject("postgresStarter"));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  const name = `compute_host_test_${randomBytes(8).toString("hex")}`;
  await query(text, `create database ${name}`);
  const url = new URL(text);
  url.pathname = `/${name}`;
  return url.href;
}
