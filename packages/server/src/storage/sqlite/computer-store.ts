import type { DatabaseSync } from "node:sqlite";
import type { StoredComputer } from "../../computers/computer.ts";
import type { ComputerStore } from "../../computers/computer-store.ts";
import { beginComputerImport } from "./computer-import.ts";
import { createComputerList } from "./computer-list.ts";
import type { JsonRow } from "./computer-rows.ts";
import { createComputerUpdate } from "./computer-rows.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { Health } from "./health.ts";
import { createJobQueue } from "./job-queue.ts";
import { prepareRows } from "./open-database.ts";
import { rememberLists } from "./remembered-lists.ts";
import { openUnfinishedImport } from "./unfinished-import.ts";

/** Keeps computers in SQLite. Reads return synchronously, from stored texts. */
export function createComputerStore(
  database: DatabaseSync,
  group: GroupCommit,
  { reading }: Health,
): ComputerStore {
  const get = prepareRows(database, "select json, owner_id from computers where id = ? and rowid < ?");
  const all = prepareRows(
    database,
    "select json from computers where id > ? and rowid < ? order by id limit ?",
  );
  const totals = prepareRows(database, "select computers, jobs from totals");
  const remove = database.prepare("delete from computers where id = ?");
  const countRemoved = database.prepare("update totals set computers = computers - 1");
  const unfinished = openUnfinishedImport(database);
  const hidden = unfinished.firstHiddenRow;
  const lists = rememberLists(createComputerList(database, hidden));
  const update = createComputerUpdate(database, lists.forget);
  const jobs = createJobQueue({ database, group, update, reading });

  /** The text of a computer; an operator, without an owner ID, may read any. */
  function textOf(id: string, ownerId: string | undefined): string | undefined {
    const row = get.get(id, hidden()) as [json: string, ownerId: string] | undefined;
    return row !== undefined && (ownerId === undefined || row[1] === ownerId) ? row[0] : undefined;
  }

  return {
    getOwned: (id, ownerId) => reading(() => textOf(id, ownerId)),
    list: (query, after) => reading(() => lists.list(query, after)),
    change(id, ownerId, change) {
      return group.write(() => {
        const text = textOf(id, ownerId);
        if (text === undefined) return undefined;
        const before = JSON.parse(text) as StoredComputer;
        const { computer, startsJob } = change(before);
        if (!startsJob) return update(before, computer, text);
        return group.atomically(() => {
          jobs.begin(id);
          return update(before, computer, text);
        });
      });
    },
    remove(id) {
      return group.write(() => {
        const text = textOf(id, undefined);
        if (text === undefined) return false;
        lists.forget((JSON.parse(text) as StoredComputer).ownerId);
        group.atomically(() => {
          jobs.remove(id);
          remove.run(id);
          countRemoved.run();
        });
        return true;
      });
    },
    beginImport: async () => beginComputerImport({ database, group, unfinished, onAdded: lists.forgetAll }),
    listAll(afterId, limit) {
      const rows = reading(() => all.all(afterId ?? "", hidden(), limit)) as unknown as JsonRow[];
      return rows.map(([json]) => json);
    },
    claimJobs: (limit) => jobs.claim(limit),
    advanceJob: (job, advance) => jobs.advance(job, advance),
    counts() {
      const [computers, jobCount] = reading(() => totals.get()) as unknown as [number, number];
      return { computers, jobs: jobCount };
    },
  };
}
