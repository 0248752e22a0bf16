import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readArguments } from "@compute-host/command-line";
import pg from "pg";
import { PostgresServer } from "../cluster/postgres-server.ts";
import { type ComputerRow, rowOfComputer } from "../src/storage/computer-record.ts";
import { migrations } from "../src/storage/postgres/migrations.ts";
import { cpuMicroseconds } from "./machine.ts";
import { median } from "./measure.ts";
import { formatTable } from "./report.ts";
import { computerId, sampleComputer } from "./seed-database.ts";

/**
 * Compares the table of computers in PostgreSQL with one that is partitioned by owner, both with a million computers of ten
 * thousand owners, whose rows lie among each other's. Times are those of one connection.
 */

const batchSize = 2_500;
const { values } = readArguments({
  command: "node bench/partitions.ts",
  about: "Compares the table of computers in PostgreSQL with one that is partitioned by owner.",
  options: {
    computers: {
      type: "string",
      value: "NUMBER",
      accepts: {
        name: "a multiple of 2500",
        test: (text: string) => /^[1-9]\d*$/.test(text) && Number(text) % batchSize === 0,
      },
      about: "how many computers the tables have (1000000)",
    },
  },
  examples: ["node bench/partitions.ts --computers 100000"],
});
const computers = Number(values.computers ?? 1_000_000);
const owners = computers / 100;
const partitions = 64;
/** Reads and writes of one statement, as a busy node gathers them. */
const groupSize = 32;
const rounds = 7;

const columns = ["id", "ownerId", "name", "hostId", "createdAt", "head", "steps"] as const;
const unnested =
  "unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[], $6::text[], $7::text[])";

/** An action on a table. */
interface Layout {
  readonly table: string;
  readonly get: string;
  readonly lock: string;
  readonly update: string;
}

const asked = "unnest($1::text[], $2::text[]) as asked (owner_id, id)";
const plain: Layout = {
  table: "compute_host.computers",
  get: "select id, owner_id, head, steps from compute_host.computers where id = any($2) and $1::text[] is not null",
  lock: "select id from compute_host.computers where id = any($2) and $1::text[] is not null order by id for update",
  update: `update compute_host.computers c set name = n.name from unnest($1::text[], $2::text[], $3::text[])
    as n (owner_id, id, name) where c.id = n.id`,
};
const partitioned: Layout = {
  table: "compute_host.partitioned",
  get: `select c.id, c.owner_id, head, steps from ${asked} join compute_host.partitioned c using (owner_id, id)`,
  lock: `select c.id from ${asked} join compute_host.partitioned c using (owner_id, id) order by c.id for update of c`,
  update: `update compute_host.partitioned c set name = n.name from unnest($1::text[], $2::text[], $3::text[])
    as n (owner_id, id, name) where c.owner_id = n.owner_id and c.id = n.id`,
};

const makePartitioned = `
  create table compute_host.partitioned (
    id text collate "C" not null,
    owner_id text collate "C" not null,
    name text collate "C" not null,
    host_id text collate "C",
    created_at double precision not null,
    head text not null,
    steps text not null,
    primary key (owner_id, id)
  ) partition by hash (owner_id);
  ${Array.from(
    { length: partitions },
    (_, index) => `
  create table compute_host.partition_${index} partition of compute_host.partitioned
    for values with (modulus ${partitions}, remainder ${index}) with (fillfactor = 80, toast_tuple_target = 8160);`,
  ).join("")}
  alter table compute_host.partitioned alter column head set storage main, alter column steps set storage main;
  create unique index on compute_host.partitioned (owner_id, name);
  create unique index on compute_host.partitioned (owner_id, host_id) where host_id is not null;
  create index on compute_host.partitioned (owner_id, created_at desc, id desc);
`;

function ownerOf(index: number): string {
  return `usr_${index % owners}`;
}

function rowsOf(first: number): readonly ComputerRow[] {
  return Array.from({ length: batchSize }, (_, offset) => {
    const index = first + offset;
    return rowOfComputer(sampleComputer(index, ownerOf(index)));
  });
}

/** The owners and IDs of a group that is spread over all computers, another one for each number. */
function groupOf(number: number): readonly [owners: string[], ids: string[]] {
  const indexes = Array.from(
    { length: groupSize },
    (_, offset) => ((number * groupSize + offset) * 7919) % computers,
  );
  return [indexes.map(ownerOf), indexes.map(computerId)];
}

const folder = mkdtempSync(join(tmpdir(), "compute-host-partitions-"));
// The user that PostgreSQL runs as has to get to its data.
chmodSync(folder, 0o755);
const server = await PostgresServer.start(join(folder, "data"));
const client = new pg.Client({ connectionString: server.url() });
try {
  await client.connect();
  await client.query("create schema compute_host");
  for (const { sql } of migrations) await client.query(sql);
  await client.query(makePartitioned);
  const { rows } = await client.query("select pg_backend_pid() as pid");
  await compare(rows[0].pid as number);
} finally {
  await client.end();
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
}

/** Wall and CPU time of the database for each item, in microseconds. */
type Cost = readonly [wall: number, cpu: number];

async function timed(pid: number, items: number, work: () => Promise<void>): Promise<Cost> {
  const [startedAt, cpuBefore] = [performance.now(), cpuMicroseconds([pid]) ?? 0];
  await work();
  const cpu = (cpuMicroseconds([pid]) ?? 0) - cpuBefore;
  return [((performance.now() - startedAt) * 1000) / items, cpu / items];
}

async function compare(pid: number): Promise<void> {
  const layouts = [plain, partitioned];
  const costs = new Map<string, Cost[][]>();
  const add = (what: string, layout: number, cost: Cost) => {
    const both = costs.get(what) ?? [[], []];
    both[layout]?.push(cost);
    costs.set(what, both);
  };
  for (let first = 0; first < computers; first += batchSize) {
    const rows = rowsOf(first);
    const values = columns.map((column) => rows.map((row) => row[column]));
    for (const [index, { table }] of layouts.entries()) {
      const text = `insert into ${table} select * from ${unnested}`;
      add(
        "Insert, one of 2,500",
        index,
        await timed(pid, batchSize, () => run(`insert-${index}`, text, values)),
      );
    }
    if (first % 100_000 === 0) console.error(`${first} computers`);
  }
  for (const { table } of layouts) await client.query(`vacuum analyze ${table}`);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, layout] of layouts.entries()) {
      for (const [what, cost] of await measureRound(pid, layout, index, round)) {
        if (round > 0) add(what, index, cost);
      }
    }
  }
  await report(layouts, costs);
}

async function measureRound(
  pid: number,
  { table, get, lock, update }: Layout,
  index: number,
  round: number,
): Promise<readonly (readonly [string, Cost])[]> {
  const groups = Array.from({ length: 100 }, (_, number) => groupOf(round * 100 + number));
  const list = `select head || ',"provisioningSteps":' || steps || '}' from ${table} where owner_id = $1
    order by created_at desc, id desc limit 640`;
  const gets = await timed(pid, groups.length * groupSize, async () => {
    for (const group of groups) await run(`get-${index}`, get, group);
  });
  const single = await timed(pid, 500, async () => {
    for (let number = 0; number < 500; number++) {
      const [[owner = ""], [id = ""]] = groupOf(round * 500 + number);
      await run(`get-${index}`, get, [[owner], [id]]);
    }
  });
  const patches = await timed(pid, groups.length * groupSize, async () => {
    for (const [number, [ownerIds, ids]] of groups.entries()) {
      const names = ids.map((id) => `${id}-${index}-${round}-${number}`);
      await client.query("begin");
      await run(`lock-${index}`, lock, [ownerIds, ids]);
      await run(`update-${index}`, update, [ownerIds, ids, names]);
      await client.query("commit");
    }
  });
  const lists = await timed(pid, 200, async () => {
    for (let number = 0; number < 200; number++)
      await run(`list-${index}`, list, [`usr_${(round * 200 + number * 31) % owners}`]);
  });
  return [
    [`GET, one of ${groupSize}`, gets],
    ["GET, alone", single],
    [`PATCH, one of ${groupSize}`, patches],
    ["List of 100", lists],
  ];
}

async function run(name: string, text: string, values: readonly unknown[]): Promise<void> {
  await client.query({ name, text, values: values as unknown[], rowMode: "array" });
}

async function report(layouts: readonly Layout[], costs: ReadonlyMap<string, Cost[][]>): Promise<void> {
  const sizes: string[] = [];
  for (const { table } of layouts) {
    const { rows } = await client.query(
      `select coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size($1::regclass))::float8 as bytes
         from pg_partition_tree($1::regclass) where isleaf`,
      [table],
    );
    sizes.push(((rows[0].bytes as number) / computers).toFixed(0));
  }
  const cell = (values: readonly Cost[] = []) =>
    `${median(values.map(([wall]) => wall)).toFixed(1)} (${median(values.map(([, cpu]) => cpu)).toFixed(1)})`;
  const rows = [...costs].map(([what, [one, other]]) => [`${what}, us (CPU)`, cell(one), cell(other)]);
  const head = ["", "One table", `${partitions} partitions by owner`];
  console.log(formatTable([head, ["Bytes a computer", ...sizes], ...rows]));
}
