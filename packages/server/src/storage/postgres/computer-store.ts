import type { StoredComputer } from "../../computers/computer.ts";
import type { ComputerStore } from "../../computers/computer-store.ts";
import { beginComputerImport } from "./computer-import.ts";
import { createComputerList } from "./computer-list.ts";
import { computerText } from "./computer-rows.ts";
import type { Connections } from "./connections.ts";
import { toDatabaseText } from "./database-text.ts";
import { gatherReads } from "./gather.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { JobQueue } from "./job-queue.ts";

const table = "compute_host.computers";

const queries = {
  get: {
    name: "get-computers",
    text: `select id, owner_id, head, steps from ${table} where id = any($1)`,
    binary: true,
  },
  all: {
    name: "all-computers",
    text: `select head, steps from ${table} where id > $1 order by id limit $2`,
    binary: true,
  },
  counts: {
    name: "counts",
    text: "select (select computers from compute_host.totals), (select count(*) from compute_host.jobs)",
  },
};

type OwnedRow = [id: string, ownerId: string, head: string, steps: string];

/** The context of {@link createComputerStore}. */
export interface ComputerStoreOptions {
  readonly connections: Connections;
  readonly group: GroupCommit;
  readonly jobs: JobQueue;
}

/** Keeps computers in PostgreSQL. Reads that arrive together share a query, and writes a transaction. */
export function createComputerStore({ connections, group, jobs }: ComputerStoreOptions): ComputerStore {
  const { read } = connections;
  const getRow = gatherReads(async (ids) => {
    const rows = await read<OwnedRow>(queries.get, [ids]);
    return new Map(rows.map((row) => [row[0], row]));
  });
  const list = createComputerList(connections);

  return {
    async getOwned(id, ownerId) {
      if (!isStorable(id)) return undefined;
      const row = await getRow(id);
      return row !== undefined && row[1] === toDatabaseText(ownerId)
        ? computerText(row[2], row[3])
        : undefined;
    },
    list,
    async change(id, ownerId, change) {
      if (!isStorable(id)) return undefined;
      return group.write({
        computerId: id,
        apply(changes) {
          const locked = changes.computer(id);
          if (locked === undefined) return undefined;
          if (ownerId !== undefined && locked.ownerId !== toDatabaseText(ownerId)) return undefined;
          const before = JSON.parse(locked.text) as StoredComputer;
          const { computer, startsJob } = change(before);
          const text = computer === before ? locked.text : changes.update(before, computer).text;
          if (startsJob) changes.beginJob(id);
          return text;
        },
      });
    },
    async remove(id) {
      if (!isStorable(id)) return false;
      return group.write({
        computerId: id,
        apply(changes) {
          const isFound = changes.computer(id) !== undefined;
          if (isFound) changes.remove(id);
          return isFound;
        },
      });
    },
    beginImport: async () => beginComputerImport(connections),
    async listAll(afterId, limit) {
      const rows = await read<[string, string]>(queries.all, [toDatabaseText(afterId ?? ""), limit]);
      return rows.map(([head, steps]) => computerText(head, steps));
    },
    claimJobs: jobs.claim,
    leases: jobs.leases,
    advanceJob: jobs.advance,
    async counts() {
      const [row] = await read<[string, string]>(queries.counts, []);
      const [computers, jobCount] = row ?? ["0", "0"];
      return { computers: Number(computers), jobs: Number(jobCount) };
    },
  };
}

/** No computer has such an ID, and PostgreSQL would refuse the whole shared query because of it. */
function isStorable(id: string): boolean {
  return toDatabaseText(id) === id;
}
