import type { Client } from "pg";
import type { StoredComputer } from "../../computers/computer.ts";
import type { ComputerImport } from "../../computers/computer-store.ts";
import {
  type ComputerConflictCode,
  ComputerConflictError,
  maxConflicts,
  throwConflicts,
} from "../../computers/store-errors.ts";
import { rowOfComputer } from "./computer-rows.ts";
import type { Connections } from "./connections.ts";
import { beginImportedJobs } from "./job-queue.ts";
import { asStorageError, isCollision, violatedIndex } from "./postgres-error.ts";
import { textArray } from "./text-array.ts";
import { send } from "./transaction.ts";

/** How many computers a statement sends to the database. */
const rowsPerStatement = 2_500;

/** How often the transaction that adds the computers is tried. */
const maxAttempts = 4;

const createTable = `
  create temporary table imported (
    position bigint not null, id text collate "C" not null, owner_id text collate "C" not null,
    name text collate "C" not null, host_id text collate "C", created_at double precision not null,
    head text not null, steps text not null, needs_job boolean not null
  )`;

const addRows = `
  insert into pg_temp.imported
  select * from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::double precision[],
    $7::text[], $8::text[], $9::boolean[])`;

const columns = "id, owner_id, name, host_id, created_at, head, steps";

// In the order of IDs, as groups of writes lock them: imports of the same computers wait for each other and do not deadlock.
const commitStatements = [
  {
    name: "import-computers",
    text: `insert into compute_host.computers (${columns}) select ${columns} from pg_temp.imported order by id`,
  },
  { name: "import-jobs", text: beginImportedJobs },
  {
    name: "import-count",
    text: "update compute_host.totals set computers = computers + (select count(*) from pg_temp.imported)",
  },
].map((query) => ({ ...query, values: [] }));

/** SQL for the computers of an import that another one keeps out: one of the database, or an earlier one of the same import. */
const conflictsOn = (code: ComputerConflictCode, rank: number, key: readonly string[]) => `
  select position, id, '${code}' as code, ${rank} as rank from (
    select *, row_number() over (partition by ${key.join(", ")} order by position) > 1 as is_repeated
    from pg_temp.imported
  ) as added
  where ${key.map((column) => `${column} is not null`).join(" and ")} and (
    is_repeated or exists (
      select from compute_host.computers as known
      where ${key.map((column) => `known.${column} = added.${column}`).join(" and ")}
    )
  )`;

const firstConflicts = `
  select distinct on (position) position, id, code from (
  ${conflictsOn("id-taken", 1, ["id"])}
  union all ${conflictsOn("name-taken", 2, ["owner_id", "name"])}
  union all ${conflictsOn("host-taken", 3, ["owner_id", "host_id"])}
  ) as conflicts order by position, rank limit ${maxConflicts}`;

/**
 * Begins an import. Its rows are collected in a temporary table of its own connection, where they block no other transaction,
 * until one transaction adds them to the computers; a crash leaves nothing.
 */
export function beginComputerImport(connections: Connections): ComputerImport {
  let opening: Promise<Client> | undefined;
  let waiting: StoredComputer[] = [];
  let written = 0;

  async function openTable(): Promise<Client> {
    const client = await connections.openClient();
    await client.query(createTable);
    return client;
  }

  async function write(computers: readonly StoredComputer[]): Promise<Client> {
    opening ??= openTable();
    const client = await opening;
    await client.query({ name: "add-rows", text: addRows, values: columnsOf(computers, written) });
    written += computers.length;
    return client;
  }

  async function abandon(): Promise<void> {
    waiting = [];
    const client = await opening?.catch(() => undefined);
    await client?.end();
  }

  async function orAbandon<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      await abandon();
      connections.health.failed(error);
      throw error instanceof ComputerConflictError ? error : asStorageError(error);
    }
  }

  return {
    add: (computers) =>
      orAbandon(async () => {
        waiting = waiting.concat(computers);
        while (waiting.length > rowsPerStatement) {
          const some = waiting.slice(0, rowsPerStatement);
          waiting = waiting.slice(rowsPerStatement);
          await write(some);
        }
      }),
    commit: () =>
      orAbandon(async () => {
        const client = await write(waiting);
        await commit(client);
        await abandon();
        return written;
      }),
    abandon,
  };
}

function columnsOf(computers: readonly StoredComputer[], first: number): unknown[] {
  const rows = computers.map(rowOfComputer);
  const texts = (column: "id" | "ownerId" | "name" | "hostId" | "head" | "steps") =>
    textArray(rows.map((row) => row[column]));
  return [
    rows.map((_row, index) => first + index),
    ...(["id", "ownerId", "name", "hostId"] as const).map(texts),
    rows.map(({ createdAt }) => createdAt),
    ...(["head", "steps"] as const).map(texts),
    computers.map(({ status }) => status === "provisioning"),
  ];
}

async function commit(client: Client): Promise<void> {
  await client.query("analyze pg_temp.imported");
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query("begin");
      return await send(client, commitStatements);
    } catch (error) {
      const isConflict = violatedIndex(error) !== undefined;
      if (isConflict) await findConflicts(client);
      // The import or computer that was in the way is gone by now.
      if (attempt < maxAttempts && (isConflict || isCollision(error))) continue;
      throw error;
    }
  }
}

/** @throws ComputerConflictError unless nothing is in the way. */
async function findConflicts(client: Client): Promise<void> {
  const { rows } = await client.query(firstConflicts);
  throwConflicts(rows.map(({ code, id, position }) => new ComputerConflictError(code, id, Number(position))));
}
