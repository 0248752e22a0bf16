import type { DatabaseSync } from "node:sqlite";
import type { ComputerStore } from "../../computers/computer-store.ts";
import { beginComputerImport } from "../computer-import.ts";
import { createComputerList } from "../computer-list.ts";
import { createComputerStore as createStore } from "../computer-store.ts";
import { createImports } from "./computer-import.ts";
import { createFinder, createGroupChanges } from "./group-changes.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { Health } from "./health.ts";
import { createJobClaims, createJobLeases } from "./job-claims.ts";
import { createStatements } from "./statements.ts";

/** Keeps computers in SQLite. Reads return synchronously, from stored texts. */
export function createComputerStore(
  database: DatabaseSync,
  group: GroupCommit,
  health: Health,
): ComputerStore {
  const statements = createStatements(database, group, health);
  const find = createFinder(database);
  const changes = createGroupChanges(database);
  const openImport = createImports(database, group, health);

  return createStore({
    statements,
    find: (id) => health.reading(() => find(id)),
    list: createComputerList(statements),
    write: ({ apply }) => group.write(() => apply(changes)),
    beginImport: () => beginComputerImport(openImport()),
    claimJobs: createJobClaims(database, group, statements),
    // No other process reaches a database in memory.
    leases: database.location() === null ? undefined : createJobLeases(statements),
  });
}
