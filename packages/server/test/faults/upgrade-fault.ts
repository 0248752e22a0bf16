import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "vitest";
import { transactionElsewhere } from "../postgres/transaction-elsewhere.ts";
import type { Fault } from "./fault.ts";

/** The next release locks the table of computers, and builds an index that takes 5 s. */
const nextMigrations = [
  {
    readableFrom: 1,
    sql: `alter table compute_host.computers add column extra text;
      create function compute_host.slowly(text) returns text immutable language plpgsql
        as 'begin perform pg_sleep(5); return $1; end'`,
  },
  {
    readableFrom: 1,
    sql: "create index concurrently slow on compute_host.api_keys (compute_host.slowly(name))",
  },
];
const nextRelease = {
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "next-release.mjs")).href}`,
  NEXT_MIGRATIONS: JSON.stringify(nextMigrations),
};

/** Writes continue while a migration waits for a backup, and while nodes of both releases run. */
export const upgrade: Fault = {
  engine: "PostgreSQL",
  name: "an upgrade during a backup, restarts and a rollback",
  async run(lab) {
    const versionIs = (version: number) =>
      expect.poll(() => lab.sql("select version from compute_host.schema_version")).toEqual([{ version }]);
    // The lock that pg_dump takes and holds until its end.
    const endBackup = await transactionElsewhere(
      lab.url(),
      "lock compute_host.computers, compute_host.jobs, compute_host.api_keys in access share mode",
    );
    const upgraded = Promise.all([3, 4].map((index) => lab.startNode(index, nextRelease)));
    await lab.restartNode(0);
    const waiting =
      "select from pg_locks where not granted and relation = 'compute_host.computers'::regclass";
    await expect.poll(() => lab.sql(waiting), { interval: 20 }).toContainEqual({});
    await lab.load.acknowledges(1_000);
    await endBackup();
    await versionIs(2);
    await lab.restartNode(1);
    const written = (await upgraded).map((node) => node.written()).join("");
    for (const awaited of ["a lock", "another node"]) expect(written).toContain(`waits for ${awaited}`);
    await versionIs(3);
    for (const index of [0, 1, 2]) await lab.restartNode(index, nextRelease);
    await lab.load.acknowledges(100);
    for (const index of [0, 1, 2, 3, 4]) await lab.restartNode(index);
    await lab.load.acknowledges(100);
  },
};
