import type { Client } from "pg";
import type { StoredComputer } from "../../computers/computer.ts";
import { ComputerConflictError } from "../../computers/store-errors.ts";
import {
  type ConflictRow,
  firstConflicts,
  type ImportedRows,
  throwFirstConflicts,
} from "../computer-import.ts";
import { computerColumns, rowOfComputer } from "../computer-record.ts";
import type { Connections } from "./connections.ts";
import { beginImportedJobs } from "./job-table.ts";
import { asStorageError, isCollision, violatedIndex } from "./postgres-error.ts";
import { send } from "./transaction.ts";

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

// In the order of IDs, as groups of writes lock them: imports of the same computers wait for each other and do not deadlock.
const commitStatements = [
  {
    name: "import-computers",
    text: `insert into compute_host.computers (${computerColumns}) select ${computerColumns} from pg_temp.imported order by id`,
  },
  { name: "import-jobs", text: beginImportedJobs },
].map((query) => ({ ...query, values: [] }));

const findConflictsQuery = {
  text: firstConflicts({ computers: "compute_host.computers", imported: "pg_temp.imported" }),
  rowMode: "array" as const,
};

/**
 * Makes an import. Its rows are collected in a temporary table of its own connection, where they block no other transaction,
 * until one transaction adds them to the computers; a crash leaves nothing.
 */
export function openImport(connections: Connections): ImportedRows {
  let opening: Promise<Client> | undefined;

  async function openTable(): Promise<Client> {
    const client = await connections.openClient();
    await client.query(createTable);
    return client;
  }

  async function add(computers: readonly StoredComputer[], position: number): Promise<Client> {
    opening ??= openTable();
    const client = await opening;
    await client.query({ name: "add-rows", text: addRows, values: columnsOf(computers, position) });
    return client;
  }

  async function abandon(): Promise<void> {
    const client = await opening?.catch(() => undefined);
    await client?.end();
  }

  async function watched(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      connections.health.failed(error);
      throw error instanceof ComputerConflictError ? error : asStorageError(error);
    }
  }

  return {
    write: (computers, position) => watched(() => add(computers, position)),
    commit: (computers, position) =>
      watched(async () => {
        await commit(await add(computers, position));
        await abandon();
      }),
    abandon,
  };
}

function columnsOf(computers: readonly StoredComputer[], first: number): unknown[] {
  const rows = computers.map(rowOfComputer);
  return [
    rows.map((_row, index) => first + index),
    ...(["id", "ownerId", "name", "hostId", "createdAt", "head", "steps"] as const).map((column) =>
      rows.map((row) => row[column]),
    ),
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
      if (isConflict)
        throwFirstConflicts((await client.query<ConflictRow & unknown[]>(findConflictsQuery)).rows);
      // The import or computer that was in the way is gone by now.
      if (attempt < maxAttempts && (isConflict || isCollision(error))) continue;
      throw error;
    }
  }
}
