import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Engine } from "../../src/storage/engine.ts";
import { createGroupCommit } from "../../src/storage/groups/group-commit.ts";
import { createGroupPlans } from "../../src/storage/groups/group-plans.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { bindForPostgres, type Sql, textFor } from "../../src/storage/sql.ts";
import { openDatabase } from "../../src/storage/sqlite/open-database.ts";
import { createApiKeyStore } from "../../src/storage/stores/api-keys.ts";
import { createComputerStore } from "../../src/storage/stores/computers.ts";
import { createJobs } from "../../src/storage/stores/jobs.ts";
import { describeEngines } from "../describe-engines.ts";
import { engines } from "../engines.ts";
import type { TestDatabase } from "../postgres/test-database.ts";

/** What the stores prepare, as they do it: those of lists when they are first read. */
async function statements(): Promise<readonly Sql[]> {
  const found: Sql[] = [];
  const record = (sql: Sql) => {
    found.push(sql);
    return async () => [];
  };
  const engine = {
    hasNodes: true,
    prepare: record,
    prepareEach: record,
    read: record,
    readTexts: record,
    find: record,
  } as unknown as Engine;
  createApiKeyStore(engine);
  for (const rewritesIndexes of [true, false]) createGroupPlans({ ...engine, rewritesIndexes });
  const store = createComputerStore(engine, createJobs(engine, { leaseMs: 0 }), createGroupCommit(engine));
  for (const hostId of [undefined, "h"])
    for (const after of [undefined, { createdAt: 1, id: "a" }])
      for (const withSteps of [true, false]) await store.list({ ownerId: "o", hostId, after, withSteps });
  return found;
}

const all = await statements();

/** They read all computers, or any key. */
const ofWholeTables = ["count(*)", "select 1 from api_keys"];

/** Fills a database with computers, of which nearly all have ended jobs, and with keys. */
const fill = (series: string): readonly string[] => [
  `insert into computers select 'c' || n, 'o' || n % 10, 'n' || n, 'h' || n, n, '{', '[]' from ${series}`,
  `insert into jobs (computer_id, owner_id, attempt, position)
   select 'c' || n, 'o' || n % 10, n, case when n % 1000 = 0 then n end from ${series}`,
  `insert into api_keys (id, name, owner_id, owner_kind, sha256, created_at)
   select 'k' || n, 'n', 'o', 'user', 's' || n, n from ${series}`,
];

/** Declares the test of every statement. With rows, it also looks whether they are found by an index. */
export function describeStatements(rowCount: number): void {
  describeEngines(engines, ({ name, takeDatabase }) => {
    let database: TestDatabase;
    let opened: Opened;
    beforeAll(async () => {
      database = await takeDatabase();
      opened = name === "SQLite" ? openSqlite(rowCount) : await openPostgres(database.url, rowCount);
    });
    afterAll(async () => {
      await opened.close();
      await database.release();
    });

    test(`prepares every statement, for a database of ${rowCount} computers`, async () => {
      expect(all.length).toBeGreaterThan(30);
      const slow: string[] = [];
      for (const sql of all) {
        const plan = await opened.planOf(sql);
        const text = textFor("postgres", sql);
        const isWhole = ofWholeTables.some((part) => text.includes(part));
        const sorts = text.includes("desc") && !text.includes("host_id") && /Sort|TEMP B-TREE/.test(plan);
        if ((!isWhole && (sorts || scans.test(plan))) || jobScans.test(plan)) slow.push(`${text}\n${plan}`);
      }
      if (rowCount > 0) expect(slow.join("\n\n")).toBe("");
    });
  });
}

/** A table that is read from end to end. */
const scans = /Seq Scan on (computers|api_keys)|SCAN (computers|api_keys)/;
/** The same of jobs, of which nearly all have ended; an index of only some may be read. */
const jobScans = /Seq Scan on jobs|SCAN jobs(?! USING (COVERING )?INDEX jobs_free)/;

interface Opened {
  /** Prepares a statement, and returns how the engine would run it. */
  planOf(sql: Sql): Promise<string>;
  close(): Promise<void>;
}

function openSqlite(rowCount: number): Opened {
  const file = openDatabase({ path: ":memory:" });
  const numbers = `(with recursive s (n) as (select 1 union all select n + 1 from s where n < ${rowCount}) select n from s)`;
  if (rowCount > 0) for (const text of [...fill(numbers), "analyze"]) file.exec(text);
  return {
    async planOf(sql) {
      const rows = file.prepare(`explain query plan ${textFor("sqlite", sql)}`).all();
      return rows.map(({ detail }) => detail).join("\n");
    },
    close: async () => file.close(),
  };
}

async function openPostgres(url: string, rowCount: number): Promise<Opened> {
  await (await openStorage({ databaseUrl: url })).close();
  const client = new pg.Client(url);
  await client.connect();
  await client.query("set search_path to compute_host; set plan_cache_mode to force_generic_plan; begin");
  for (const text of fill(`generate_series(1, ${rowCount}) as s (n)`)) await client.query(text);
  await client.query("analyze computers, jobs, api_keys");
  return {
    async planOf(sql) {
      const { text, valueCount } = bindForPostgres(textFor("postgres", sql));
      await client.query(`prepare one as ${text}`);
      const values = valueCount === 0 ? "" : `(${Array(valueCount).fill("null").join(", ")})`;
      const { rows } = await client.query(`explain execute one${values}`);
      await client.query("deallocate one");
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    },
    async close() {
      await client.query("rollback");
      await client.end();
    },
  };
}
