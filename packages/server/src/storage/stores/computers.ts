import { type JsonText, parseJsonText } from "@compute-host/core";
import type { StoredComputer } from "../../computers/computer.ts";
import {
  anyOwner,
  type ComputerKey,
  type ComputerStore,
  type Nothing,
} from "../../computers/computer-store.ts";
import { textWithSteps } from "../computer-record.ts";
import { toDatabaseText } from "../database-text.ts";
import type { Engine } from "../engine.ts";
import type { GroupCommit } from "../groups/group-commit.ts";
import type { FoundComputer } from "../groups/group-plans.ts";
import { createComputerList } from "./computer-list.ts";
import { createImport } from "./imports.ts";
import type { Jobs } from "./jobs.ts";

/** Makes the store. Reads return stored texts. */
export function createComputerStore(engine: Engine, jobs: Jobs, { write }: GroupCommit): ComputerStore {
  const findRow = engine.find<readonly [id: string, ownerId: string, text: JsonText<StoredComputer>]>({
    sqlite: `select id, owner_id, ${textWithSteps} from computers where id = ?1`,
    postgres: `select id, owner_id, ${textWithSteps} from computers where id = any(?1)`,
  });
  const all = engine.readTexts<JsonText<StoredComputer>>(
    `select ${textWithSteps} from computers where id > ?1 order by id limit cast(?2 as integer)`,
  );
  // Of jobs, those that wait and those of a node have an index each, so ended ones are not read.
  const counts = engine.read<readonly [computers: number, jobs: number]>(
    `select (select cast(count(*) as integer) from computers),
       (select cast(count(*) as integer) from jobs where position is not null and node is null)
       + (select cast(count(*) as integer) from jobs where position is not null and node is not null)`,
  );

  return {
    get: async ({ id, ownerId, ...rest }) => {
      rest satisfies Nothing;
      const row = await findRow(id);
      return row && isOwnedBy(ownerId, row[1]) ? row[2] : undefined;
    },
    list: createComputerList(engine),
    change: ({ id, ownerId, ...rest }, change) => {
      rest satisfies Nothing;
      return write({
        computerId: id,
        needsJob: false,
        apply(changes) {
          const found = ownedBy(ownerId, changes.computer(id));
          if (found === undefined) return undefined;
          const before = parseJsonText(found.text);
          const { computer, startsJob, traceparent, ...rest } = change(before);
          rest satisfies Nothing;
          const text = computer === before ? found.text : changes.update(before, computer);
          if (startsJob) changes.beginJob(id, traceparent);
          return text;
        },
      });
    },
    remove: ({ id, ownerId, ...rest }) => {
      rest satisfies Nothing;
      return write({
        computerId: id,
        needsJob: false,
        apply(changes) {
          const isFound = ownedBy(ownerId, changes.computer(id)) !== undefined;
          if (isFound) changes.remove(id);
          return isFound;
        },
      });
    },
    add: createImport(engine),
    async listAll({ afterId, limit, ...rest }) {
      rest satisfies Nothing;
      return (await all([toDatabaseText(afterId ?? ""), limit])).map(([text]) => text);
    },
    claimJobs: jobs.claim,
    oldestJobSeconds: jobs.oldestSeconds,
    leases: jobs,
    advanceJob: ({ computerId, attempt, ...rest }, advance) => {
      rest satisfies Nothing;
      return write({
        computerId,
        needsJob: true,
        apply(changes) {
          const found = changes.computer(computerId);
          if (found === undefined || changes.attemptOf(computerId) !== attempt) return undefined;
          const before = parseJsonText(found.text);
          const { computer, ends, ...rest } = advance(before);
          rest satisfies Nothing;
          if (computer !== before) changes.update(before, computer);
          if (ends) changes.endJob(computerId);
          return computer;
        },
      });
    },
    async counts() {
      const [[computers, jobs] = [0, 0]] = await counts([]);
      return { computers, jobs };
    },
  };
}

function ownedBy(
  ownerId: ComputerKey["ownerId"],
  found: FoundComputer | undefined,
): FoundComputer | undefined {
  return found && isOwnedBy(ownerId, found.ownerId) ? found : undefined;
}

function isOwnedBy(ownerId: ComputerKey["ownerId"], found: string): boolean {
  return ownerId === anyOwner || found === toDatabaseText(ownerId);
}
