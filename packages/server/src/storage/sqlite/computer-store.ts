import type { DatabaseSync } from "node:sqlite";
import type { StoredComputer } from "../../computers/computer.ts";
import type { ComputerStore } from "../../computers/computer-store.ts";
import { beginComputerImport } from "./computer-import.ts";
import { createComputerList } from "./computer-list.ts";
import type { JsonRow } from "./computer-rows.ts";
import { createComputerUpdate } from "./computer-rows.ts";
import type { GroupCommit } from "./group-commit.ts";
import { createJobQueue } from "./job-queue.ts";
import { prepareRows } from "./open-database.ts";
import { rememberLists } from "./remembered-lists.ts";
import { asStorageError } from "./sqlite-error.ts";
import { openUnfinishedImport } from "./unfinished-import.ts";

/** Keeps computers in SQLite. Reads return at once, from ready-made texts. */
export function createComputerStore(database: DatabaseSync, group: GroupCommit): ComputerStore {
  const get = prepareRows(database, "select json from computers where id = ? and owner_id = ? and rowid < ?");
  const all = prepareRows(
    database,
    "select json from computers where id > ? and rowid < ? order by id limit ?",
  );
  const countRows = prepareRows(database, countsSql);
  const unfinished = openUnfinishedImport(database);
  const hidden = unfinished.firstHiddenRow;
  const lists = rememberLists(createComputerList(database, hidden));
  const update = createComputerUpdate(database, lists.forget);
  const jobs = createJobQueue({ database, group, update });

  return {
    getOwned(id, ownerId) {
      const row = reading(() => get.get(id, ownerId, hidden())) as JsonRow | undefined;
      return row?.[0];
    },
    list: (query, after) => reading(() => lists.list(query, after)),
    change(id, ownerId, change) {
      return group.write(() => {
        const row = get.get(id, ownerId, hidden()) as JsonRow | undefined;
        if (row === undefined) return undefined;
        const before = JSON.parse(row[0]) as StoredComputer;
        const { computer, startsJob } = change(before);
        if (!startsJob) return update(before, computer, row[0]);
        return group.atomically(() => {
          jobs.begin(id);
          return update(before, computer, row[0]);
        });
      });
    },
    beginImport: async () => beginComputerImport({ database, group, unfinished, onAdded: lists.forgetAll }),
    listAll(afterId, limit) {
      const rows = reading(() => all.all(afterId ?? "", hidden(), limit)) as unknown as JsonRow[];
      return rows.map(([json]) => json);
    },
    listJobs: (afterSequence, limit) => reading(() => jobs.list(afterSequence, limit)),
    advanceJob: (job, advance) => jobs.advance(job, advance),
    counts() {
      const [computers, waiting] = reading(() => countRows.get(hidden())) as unknown as [number, number];
      return { computers, jobs: waiting };
    },
  };
}

/**
 * SQLite counts a whole table by the pages of its smallest index, but reads every row of a part of it. The rows from
 * the first hidden one on have no gap, so their number follows from their ends.
 */
const hiddenEnd = (end: "min" | "max") => `(select ${end}(rowid) from computers where rowid >= ?1)`;
const countsSql = `select (select count(*) from computers) - coalesce(${hiddenEnd("max")} - ${hiddenEnd("min")} + 1, 0),
  (select count(*) from jobs)`;

function reading<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw asStorageError(error);
  }
}
