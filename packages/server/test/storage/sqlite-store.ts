import { createGroupCommit } from "../../src/storage/groups/group-commit.ts";
import { createSqliteEngine } from "../../src/storage/sqlite/engine.ts";
import { type HealthOptions, watchHealth } from "../../src/storage/sqlite/file/health.ts";
import { createComputerStore } from "../../src/storage/stores/computers.ts";
import { createJobs } from "../../src/storage/stores/jobs.ts";

/** A store of an open SQLite database, for tests that observe its commits. */
export function storeOf(options: HealthOptions, database = options.database) {
  const health = watchHealth(options);
  const engine = createSqliteEngine(database, health);
  const store = createComputerStore(engine, createJobs(engine, { leaseMs: 0 }), createGroupCommit(engine));
  const stop = () => {
    engine.stop();
    health.stop();
  };
  return { store, health, stop };
}
