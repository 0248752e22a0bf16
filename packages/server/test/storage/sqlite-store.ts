import type { DatabaseSync } from "node:sqlite";
import { createGroupCommit } from "../../src/storage/groups/group-commit.ts";
import { createSqliteEngine } from "../../src/storage/sqlite/engine.ts";
import type { Health } from "../../src/storage/sqlite/file/health.ts";
import { createComputerStore } from "../../src/storage/stores/computers.ts";
import { createJobs } from "../../src/storage/stores/jobs.ts";
import { unwatchedHealth } from "./unwatched-health.ts";

/** Computers in an open SQLite database, for tests that look at its commits. */
export function storeOf(database: DatabaseSync, health: Health = unwatchedHealth) {
  const engine = createSqliteEngine(database, health);
  const store = createComputerStore(engine, createJobs(engine, { leaseMs: 0 }), createGroupCommit(engine));
  return { engine, store };
}
