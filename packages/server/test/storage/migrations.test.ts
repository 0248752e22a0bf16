import pg from "pg";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Migration, migrations } from "../../src/storage/migrations.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { migrate } from "../../src/storage/postgres/open-database.ts";
import { type TestDatabase, takeTestDatabase } from "../postgres/test-database.ts";

let database: TestDatabase;

async function connect(): Promise<pg.Client> {
  const connected = new pg.Client(database.url);
  await connected.connect();
  onTestFinished(() => connected.end());
  return connected;
}

const label = "test";
const following = (...statements: readonly string[]): readonly Migration[] => [
  ...migrations,
  ...statements.map((sql) => ({ sql, readableFrom: 1 })),
];
const addColumn = "alter table compute_host.computers add column extra text";
const createIndex = "create unique index concurrently by_owner on compute_host.computers (owner_id)";
const insert = "insert into compute_host.computers values ($1, 'usr_ada', $1, null, 1, '{', '[]')";

const migrateSeparately = async (next: readonly Migration[]) =>
  migrate(await connect(), { label, migrations: next });

describe("a PostgreSQL database", () => {
  let client: pg.Client;

  beforeEach(async () => {
    database = await takeTestDatabase();
    client = await connect();
    await migrate(client, { label, migrations });
  });

  afterEach(() => database.release());

  const readVersions = async (): Promise<unknown> =>
    (await client.query("select * from compute_host.schema_version")).rows[0];

  test("of an older release is migrated once, and keeps its computers", async () => {
    await client.query(insert, ["a"]);
    const next = following("create table named as select name from computers");
    await Promise.all([migrateSeparately(next), migrateSeparately(next)]);
    expect((await client.query("select name from compute_host.named")).rows).toEqual([{ name: "a" }]);
    expect(await readVersions()).toEqual({ version: 2, readable_from: 1 });
  });

  test("of a newer release is used by the previous one, unless its migration forbids that", async () => {
    await migrate(client, { label, migrations: following(addColumn) });
    const storage = await openStorage({ databaseUrl: database.url });
    expect(await storage.computers.counts()).toEqual({ computers: 0, jobs: 0 });
    await storage.close();
    const dropColumn = "alter table compute_host.computers drop column extra";
    await migrate(client, {
      label,
      migrations: [...following(addColumn), { sql: dropColumn, readableFrom: 2 }],
    });
    await expect(openStorage({ databaseUrl: database.url })).rejects.toThrow(
      /has version 3, but this release of \S+ only supports versions up to 1; start a newer release/,
    );
    await migrate(client, { label, migrations: following(addColumn) });
  });

  test("gets an index whose creation had failed", async () => {
    await client.query(insert, ["a"]);
    await client.query(insert, ["b"]);
    const next = following(createIndex);
    await expect(migrateSeparately(next)).rejects.toThrow("could not create unique index");
    await client.query("delete from compute_host.computers where id = 'b'");
    await migrateSeparately(next);
    await expect(client.query(insert, ["b"])).rejects.toMatchObject({ constraint: "by_owner" });
  });

  test("whose tables are all published is created and migrated", async () => {
    await client.query("drop schema compute_host cascade; create publication everything for all tables");
    try {
      for (const next of [migrations, following(addColumn)])
        await migrate(client, { label, migrations: next });
    } finally {
      await client.query("rollback; drop publication everything");
    }
    expect(await readVersions()).toEqual({ version: 2, readable_from: 1 });
  });

  test("is created even if that takes longer than the limits of requests", async () => {
    await client.query("drop schema compute_host cascade");
    await client.query(`
      create function pg_temp.wait() returns event_trigger
        language plpgsql as 'begin perform pg_sleep(0.4); end';
      create event trigger slow on ddl_command_start execute function pg_temp.wait()`);
    const storage = await openStorage({ databaseUrl: database.url, statementTimeoutMs: 1_000 });
    await client.query("drop event trigger slow");
    expect(await storage.computers.counts()).toEqual({ computers: 0, jobs: 0 });
    await storage.close();
  });
});
