import type { Client } from "pg";

/** Rows of every table, so that a statement that reads or changes a whole table is seen to. */
const rows = `
  insert into compute_host.computers select id::text, 'usr_ada', id::text, null, 1, '{', '[]' from generate_series(1, 20) as id;
  insert into compute_host.jobs (computer_id, owner_id, position, attempt) select id, owner_id, 1, 1 from compute_host.computers;
  insert into compute_host.api_keys select id, 'ci', 'usr_ada', 'user', id, 1 from compute_host.computers`;

/** A table of one row, which may be read and changed under a lock. */
const singleRow = "'schema_version'";

/** Fills the tables of version 1. */
export async function fillTables(client: Client): Promise<void> {
  await client.query(rows);
}

/**
 * Tries a migration on tables with rows, and tells what would stop the nodes that use them: a lock against writes that lasts as long
 * as it takes to read or rewrite a table, locks of several tables, of which the first is held while the next is waited for, or
 * changed rows, which stay locked until all of them are changed. Only an index that is created or dropped concurrently stays.
 */
export async function problemsOf(client: Client, sql: string): Promise<readonly string[]> {
  if (/^\s*(?:create (?:unique )?|drop )index concurrently/.test(sql)) {
    await client.query(sql);
    return [];
  }
  const { rows: before } = await client.query(
    "select oid, relname, relfilenode from pg_class where relnamespace = 'compute_host'::regnamespace and relkind = 'r'",
  );
  const oids = before.map(({ oid }) => oid);
  // What this session did before counts otherwise too.
  await client.query("select pg_stat_force_next_flush()");
  await client.query("begin");
  await client.query(sql);
  const { rows: tables } = await client.query(
    `select class.relname as name, class.relfilenode as file, coalesce(seq_scan, 0)::int as scans,
       coalesce(n_tup_upd + n_tup_del, 0)::int as changes, class.relname = ${singleRow} as is_small,
       exists (select from pg_locks where pid = pg_backend_pid() and relation = class.oid and mode in
         ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')) as is_locked
     from pg_class as class left join pg_stat_xact_user_tables on relid = class.oid where class.oid = any($1)`,
    [oids],
  );
  await client.query("rollback");
  const locked = tables.filter((table) => table.is_locked).map(({ name }) => name);
  const problems = locked.length > 1 ? [`locks several tables: ${locked.toSorted().join(", ")}`] : [];
  for (const { name, file, scans, changes, is_small: isSmall } of tables) {
    if (isSmall) continue;
    const isRewritten = before.some(({ relname, relfilenode }) => relname === name && relfilenode !== file);
    if (isRewritten) problems.push(`rewrites ${name}`);
    else if (scans > 0 && locked.length > 0) problems.push(`reads ${name} while ${locked[0]} is locked`);
    if (changes > 0) problems.push(`changes rows of ${name}`);
  }
  return problems;
}
