import type { DatabaseSync } from "node:sqlite";
import type { ComputerPage, ComputerStore } from "../../computers/computer-store.ts";
import { beginComputerImport } from "../computer-import.ts";
import { type ComputerListReader, columnConditions, createComputerList } from "../computer-list.ts";
import { createComputerStore as createStore } from "../computer-store.ts";
import { fromDatabaseText } from "../database-text.ts";
import { createImports } from "./computer-import.ts";
import { createFinder, createGroupChanges } from "./group-changes.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { Health } from "./health.ts";
import { createJobClaims } from "./job-claims.ts";
import { rememberLists } from "./remembered-lists.ts";
import { createStatements } from "./statements.ts";

/** Keeps computers in SQLite. Reads return synchronously, from stored texts. */
export function createComputerStore(
  database: DatabaseSync,
  group: GroupCommit,
  health: Health,
): ComputerStore {
  const statements = createStatements(database, group, health);
  const find = createFinder(database);
  // Statements of an embedded database return synchronously.
  const list = createComputerList(statements, columnConditions) as ComputerListReader<ComputerPage>;
  const lists = rememberLists(list);
  const changes = createGroupChanges(database, (ownerId) => lists.forget(fromDatabaseText(ownerId)));
  const openImport = createImports(database, group, lists.forgetAll);

  return createStore({
    statements,
    find: (id) => health.reading(() => find(id)),
    list: lists.list,
    write: ({ apply }) => group.write(() => apply(changes)),
    beginImport: () => beginComputerImport(openImport()),
    claimJobs: createJobClaims(database, group, statements),
    leases: undefined,
  });
}
