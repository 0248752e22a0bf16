import { inject } from "vitest";
import { query } from "./query.ts";

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
  const url = free.pop() ?? (await makeDatabase());
  return {
    url,
    async release() {
      await query(url, "drop schema if exists compute_host cascade");
      free.push(url);
    },
  };
}

async function makeDatabase(): Promise<string> {
  const response = await fetch(inject("databaseMaker"));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
