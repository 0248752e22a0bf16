import type { ComputerStore } from "../../computers/computer-store.ts";
import { createTurns } from "../../computers/turns.ts";
import { beginComputerImport } from "../computer-import.ts";
import { createComputerList } from "../computer-list.ts";
import { textWithSteps } from "../computer-record.ts";
import { createComputerStore as createStore } from "../computer-store.ts";
import { isStorable } from "../database-text.ts";
import { openImport } from "./computer-import.ts";
import type { Connections } from "./connections.ts";
import { gatherReads } from "./gather-reads.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { ClaimedJobs } from "./job-leases.ts";
import { createStatements } from "./statements.ts";

/**
 * How many lists are read at a time. With more, the database would be no faster, and the rows of all of them, each half read, would be
 * in memory.
 */
const maxLists = 4;

const findQuery = {
  name: "find-computers",
  text: `select id, owner_id, ${textWithSteps} from compute_host.computers where id = any($1)`,
};

/** The context of {@link createComputerStore}. */
export interface ComputerStoreOptions {
  readonly connections: Connections;
  readonly group: GroupCommit;
  readonly jobs: ClaimedJobs;
}

/** Keeps computers in PostgreSQL. Reads that arrive together share a query, and writes a transaction. */
export function createComputerStore({ connections, group, jobs }: ComputerStoreOptions): ComputerStore {
  const statements = createStatements(connections);
  const list = createComputerList(statements);
  const turns = createTurns(maxLists);
  const { claim, figures: _figures, ...leases } = jobs;

  return createStore({
    statements,
    find: gatherReads(async (ids) => {
      const rows = await connections.read<[id: string, ownerId: string, text: string]>(findQuery, [
        ids.filter(isStorable),
      ]);
      return new Map(rows.map(([id, ownerId, text]) => [id, { ownerId, text }]));
    }),
    async list(query) {
      const endTurn = await turns.take("");
      try {
        return await list(query);
      } finally {
        endTurn();
      }
    },
    write: group.write,
    beginImport: () => beginComputerImport(openImport(connections)),
    claimJobs: claim,
    leases,
  });
}
