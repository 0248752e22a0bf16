import type { StoredComputer } from "../../computers/computer.ts";
import { type ComputerRow, computerText, rowOfComputer, textWithSteps } from "../computer-record.ts";
import { isStorable } from "../database-text.ts";
import type { Engine, Plan, Query } from "../engine.ts";

/** A computer as it was found, whoever owns it. */
export interface FoundComputer {
  /** As its column holds it. */
  readonly ownerId: string;
  /** Its JSON text with its steps. */
  readonly text: string;
}

/** The changes that a write makes, in the transaction of its group. */
export interface GroupChanges {
  /** The computer after the changes so far, or `undefined` if there is none. */
  computer(id: string): FoundComputer | undefined;
  /** The current attempt of the computer's job; a write must have asked for it. */
  attemptOf(id: string): number | undefined;
  /** Changes a computer, and returns its new text. Throws if the group must end before this write, so call it before the others. */
  update(before: StoredComputer, after: StoredComputer): string;
  /** Removes a computer with its job. Throws as `update` does. */
  remove(id: string): void;
  /** Starts a job, which replaces any existing one of the computer. */
  beginJob(id: string, traceparent: string | undefined): void;
  endJob(id: string): void;
}

/** A write that concerns one computer. */
export interface ComputerWrite<Result> {
  readonly computerId: string;
  /** Whether it asks for the computer's job. */
  readonly needsJob: boolean;
  /**
   * Makes the changes, all or, if it throws, none. Called again when the transaction is repeated, so it has no effect but through
   * what it is given.
   */
  readonly apply: (changes: GroupChanges) => Result;
}

/** A write of a group. */
export interface GroupMember extends Pick<ComputerWrite<unknown>, "computerId" | "needsJob"> {
  /** Makes its changes, and keeps what they return or throw. */
  run(changes: GroupChanges): void;
  readonly error: unknown;
}

/**
 * A computer's name or host changes a second time in a group, or the computer is removed after that. Only the last state would meet
 * the unique index, so the first change would be acknowledged though it may have been refused.
 */
class RenamedTwiceError extends Error {
  override readonly name = "RenamedTwiceError";
}

/** Which of the unique indexes a change concerns, the later one with those before it. */
type ChangedIndex = keyof typeof changedColumns;

const changedColumns = {
  none: ["head", "steps"],
  name: ["head", "steps", "name"],
  host: ["head", "steps", "name", "host_id"],
} as const;

const valueIn = {
  id: ({ id }: ComputerRow) => id,
  head: ({ head }: ComputerRow) => head,
  steps: ({ steps }: ComputerRow) => steps,
  name: ({ name }: ComputerRow) => name,
  host_id: ({ hostId }: ComputerRow) => hostId,
};

/** Makes the transaction of a group of writes, which gives how many of them are in it: from the beginning on. */
export type GroupPlans = (group: readonly GroupMember[], lockMs: number | undefined) => Plan<number>;

/** Prepares the statements of groups. Computers and jobs are locked in the order of IDs, so that nodes do not deadlock. */
export function createGroupPlans({
  prepareEach,
  rewritesIndexes,
}: Pick<Engine, "prepareEach" | "rewritesIndexes">): GroupPlans {
  const lockComputers = prepareEach(
    { id: "text" },
    `select id, owner_id, ${textWithSteps}, {transaction} from computers where id in given order by id for update`,
  );
  const lockJobs = prepareEach(
    { id: "text" },
    "select computer_id, attempt from jobs where computer_id in given and position is not null order by computer_id for update",
  );
  const remove = prepareEach({ id: "text" }, "delete from computers where id in given");
  const updates = (["none", "name", "host"] as const).map((index) => ({
    index,
    update: prepareEach(
      { id: "text", ...Object.fromEntries(changedColumns[index].map((column) => [column, "text"] as const)) },
      `update computers set ${changedColumns[index].map((column) => `${column} = given.${column}`).join(", ")}
       from given where computers.id = given.id`,
    ),
  }));
  const endJobs = prepareEach(
    { id: "text" },
    "update jobs set position = null, node = null, held_attempt = null where computer_id in given",
  );
  const beginJobs = prepareEach(
    { id: "text", traceparent: "text" },
    `insert into jobs (computer_id, owner_id, position, attempt, traceparent)
     select computers.id, computers.owner_id, {now}, {now}, given.traceparent
     from computers, given where computers.id = given.id order by computers.id
     on conflict (computer_id) do update set position = excluded.position, traceparent = excluded.traceparent,
       attempt = case when jobs.attempt < excluded.attempt then excluded.attempt else jobs.attempt + 1 end`,
  );

  function statementsOf({ removed, updated, changed, begunJobs, endedJobs }: Collected): readonly Query[] {
    // Where unchanged columns cost nothing, one statement sets all of them.
    const indexOf = ({ id }: ComputerRow) => (rewritesIndexes ? (changed.get(id) ?? "none") : "host");
    const rows = [...updated.values()];
    const all = [
      [remove, [...removed].map((id) => [id])],
      ...updates.map(({ index, update }) => {
        const columns = ["id", ...changedColumns[index]] as const;
        const changes = rows.filter((row) => indexOf(row) === index);
        return [update, changes.map((row) => columns.map((column) => valueIn[column](row)))] as const;
      }),
      [endJobs, [...endedJobs].map((id) => [id])],
      [beginJobs, [...begunJobs]],
    ] as const;
    return all.flatMap(([query, rows]) => (rows.length === 0 ? [] : [query(rows)]));
  }

  return (group, lockMs) => ({
    reads: [lockComputers(idsOf(group)), ...jobsOf(group).map(lockJobs)],
    lockMs,
    decide(rows = [], attempts = []) {
      const collected = collect(rows, attempts);
      const result = runUntilRenamedTwice(group, collected);
      return { writes: statementsOf(collected), result };
    },
  });
}

function idsOf(group: readonly GroupMember[]): readonly (readonly [string])[] {
  return [...new Set(group.map(({ computerId }) => computerId))].filter(isStorable).map((id) => [id]);
}

/** The IDs of the jobs that are to be locked, once, unless there are none. */
function jobsOf(group: readonly GroupMember[]): readonly (readonly (readonly [string])[])[] {
  const ids = idsOf(group.filter(({ needsJob }) => needsJob));
  return ids.length === 0 ? [] : [ids];
}

/** Runs writes until one of them has to wait for the next transaction. */
function runUntilRenamedTwice(group: readonly GroupMember[], changes: GroupChanges): number {
  for (const [index, write] of group.entries()) {
    write.run(changes);
    if (write.error instanceof RenamedTwiceError) return index;
  }
  return group.length;
}

/** The changes of a group's writes, to be made together. */
interface Collected extends GroupChanges {
  readonly removed: ReadonlySet<string>;
  readonly updated: ReadonlyMap<string, ComputerRow>;
  /** The updated computers that a unique index concerns. */
  readonly changed: ReadonlyMap<string, ChangedIndex>;
  readonly begunJobs: ReadonlyMap<string, string | null>;
  readonly endedJobs: ReadonlySet<string>;
}

function collect(
  rows: readonly (readonly [id: string, ownerId: string, text: string])[],
  attempts: readonly (readonly [id: string, attempt: string | number])[],
): Collected {
  const computers = new Map<string, FoundComputer>(
    rows.map(([id, ownerId, text]) => [id, { ownerId, text }]),
  );
  const currentAttempts = new Map(attempts.map(([id, attempt]) => [id, Number(attempt)]));
  const updated = new Map<string, ComputerRow>();
  const changed = new Map<string, ChangedIndex>();
  const removed = new Set<string>();
  const begunJobs = new Map<string, string | null>();
  const endedJobs = new Set<string>();

  return {
    ...{ removed, updated, changed, begunJobs, endedJobs },
    computer: (id) => computers.get(id),
    attemptOf: (id) => currentAttempts.get(id),
    update(before, after) {
      if (before.name !== after.name || before.hostId !== after.hostId) {
        if (changed.has(after.id)) throw new RenamedTwiceError();
        changed.set(after.id, before.hostId === after.hostId ? "name" : "host");
      }
      const row = rowOfComputer(after);
      updated.set(row.id, row);
      const text = computerText(row);
      computers.set(row.id, { ownerId: row.ownerId, text });
      return text;
    },
    remove(id) {
      if (changed.has(id)) throw new RenamedTwiceError();
      for (const changes of [computers, updated, begunJobs, endedJobs]) changes.delete(id);
      removed.add(id);
    },
    beginJob(id, traceparent) {
      currentAttempts.delete(id);
      // A job that ends in the same group is still ended first: the new one must not have its claim.
      begunJobs.set(id, traceparent ?? null);
    },
    endJob(id) {
      currentAttempts.delete(id);
      endedJobs.add(id);
    },
  };
}
