import type { JsonText } from "@compute-host/core";
import type { StoredComputer } from "../../computers/computer.ts";
import { type ComputerRow, computerText, rowOfComputer, textWithSteps } from "../computer-record.ts";
import { isStorable } from "../database-text.ts";
import type { Engine, Plan, Query } from "../engine.ts";
import { givenRows, now, transactionId } from "../sql.ts";

/** A computer as it was found, of any owner. */
export interface FoundComputer {
  /** As stored in its column. */
  readonly ownerId: string;
  /** With its steps. */
  readonly text: JsonText<StoredComputer>;
}

/** The changes that a write makes, in the transaction of its group. */
export interface GroupChanges {
  /** The computer after the changes so far, or `undefined` if there is none. */
  computer(id: string): FoundComputer | undefined;
  /** The current attempt of the computer's job, for a write with `needsJob`. */
  attemptOf(id: string): number | undefined;
  /**
   * Changes a computer and returns its new text. Throws if this write has to wait for a later group, so call it first.
   */
  update(before: StoredComputer, after: StoredComputer): JsonText<StoredComputer>;
  /** Removes a computer with its job. May throw as `update` does. */
  remove(id: string): void;
  /** Starts a job, which replaces the computer's existing job, if any. */
  beginJob(id: string, traceparent: string | undefined): void;
  endJob(id: string): void;
}

/** A write that concerns one computer. */
export interface ComputerWrite<Result> {
  readonly computerId: string;
  /** Whether it needs the computer's job. */
  readonly needsJob: boolean;
  /**
   * Makes all changes or, if it throws, none. It is called again if the transaction is repeated, so its only effects
   * must be those changes.
   */
  readonly apply: (changes: GroupChanges) => Result;
}

type FoundRow = readonly [id: string, ownerId: string, text: JsonText<StoredComputer>];
type FoundAttempt = readonly [id: string, attempt: string | number];

interface FoundRows {
  readonly rows: readonly FoundRow[];
  readonly attempts: readonly FoundAttempt[];
}

/** A write of a group, with what its last try returned or threw. */
export interface GroupMember extends ComputerWrite<unknown> {
  outcome?: { readonly result: unknown } | { readonly error: unknown };
  /** What the group's last try found of its computer. */
  found?: FoundRows;
}

/**
 * A computer's name or host changes twice in a group, or the computer is removed after such a change: the unique index
 * would only see the last state, so a first change that it should have refused would be acknowledged. Or two computers
 * take the same name or host, and the index would refuse the whole group.
 */
class NextGroupError extends Error {
  override readonly name = "NextGroupError";
}

const texts = ["head", "steps"] as const;
const columns = [...texts, "name", "host_id"] as const;

const valueIn = {
  head: ({ head }: ComputerRow) => head,
  steps: ({ steps }: ComputerRow) => steps,
  name: ({ name }: ComputerRow) => name,
  host_id: ({ hostId }: ComputerRow) => hostId,
};

/** Makes the transactions for groups of writes. */
export interface GroupPlans {
  /**
   * Makes the changes of a group. Returns the writes that were left out because they have to wait for a later group.
   */
  commit(group: readonly GroupMember[], lockMs: number | undefined): Plan<ReadonlySet<GroupMember>>;
  /** Finds the writes of a refused group whose new name or host another computer has, with the unique index's word. */
  findTaken(group: readonly GroupMember[]): Plan<ReadonlyMap<GroupMember, string>>;
}

/**
 * Prepares the statements of groups. Computers and jobs are locked in the order of their IDs, so that nodes do not
 * deadlock.
 */
export function createGroupPlans({
  prepareEach,
  rewritesIndexes,
}: Pick<Engine, "prepareEach" | "rewritesIndexes">): GroupPlans {
  const lockComputers = prepareEach({
    sqlite: `select id, owner_id, ${textWithSteps} from computers where id = ?1`,
    postgres: `select id, owner_id, ${textWithSteps}, ${transactionId} from computers
      where id = any(?1) order by id for update`,
  });
  const lockJobs = prepareEach({
    sqlite: "select computer_id, attempt from jobs where computer_id = ?1 and position is not null",
    postgres: `select computer_id, attempt from jobs where computer_id = any(?1) and position is not null
      order by computer_id for update`,
  });
  const takenBy = (column: "name" | "host_id") =>
    prepareEach({
      sqlite: `select ?1 from computers where owner_id = ?3 and ${column} = ?4 and id <> ?2`,
      postgres: `select given.place
        from computers, ${givenRows({ place: "bigint", id: "text", owner_id: "text", value: "text" })}
        where computers.owner_id = given.owner_id and computers.${column} = given.value
          and computers.id <> given.id`,
    });
  const takenNames = takenBy("name");
  const takenHosts = takenBy("host_id");
  const removeJobs = prepareEach({
    sqlite: "delete from jobs where computer_id = ?1",
    postgres: "delete from jobs where computer_id = any(?1)",
  });
  const remove = prepareEach({
    sqlite: "delete from computers where id = ?1",
    postgres: "delete from computers where id = any(?1)",
  });
  const prepareUpdate = (columns: readonly (keyof typeof valueIn)[]) => {
    const types = Object.fromEntries(["id", ...columns].map((column) => [column, "text"] as const));
    const update = prepareEach({
      sqlite: `update computers set ${columns.map((column, index) => `${column} = ?${index + 2}`).join(", ")}
        where id = ?1`,
      postgres: `update computers set ${columns.map((column) => `${column} = given.${column}`).join(", ")}
        from ${givenRows(types)} where computers.id = given.id`,
    });
    return (rows: readonly ComputerRow[]) =>
      update(rows.map((row) => [row.id, ...columns.map((column) => valueIn[column](row))]));
  };
  const updateTexts = prepareUpdate(texts);
  const updateAll = prepareUpdate(columns);
  const endJobs = prepareEach({
    sqlite: "update jobs set position = null, node = null, held_attempt = null where computer_id = ?1",
    postgres: "update jobs set position = null, node = null, held_attempt = null where computer_id = any(?1)",
  });
  const insertJobs = "insert into jobs (computer_id, owner_id, position, attempt, traceparent)";
  const replaceJobs = `on conflict (computer_id) do update set
    position = excluded.position, traceparent = excluded.traceparent,
    attempt = case when jobs.attempt < excluded.attempt then excluded.attempt else jobs.attempt + 1 end`;
  const beginJobs = prepareEach({
    sqlite: `${insertJobs} select id, owner_id, ${now.sqlite}, ${now.sqlite}, ?2 from computers where id = ?1
      ${replaceJobs}`,
    postgres: `${insertJobs}
      select computers.id, computers.owner_id, ${now.postgres}, ${now.postgres}, given.traceparent
      from computers, ${givenRows({ id: "text", traceparent: "text" })}
      where computers.id = given.id order by computers.id ${replaceJobs}`,
  });

  function statementsOf({ removed, updated, renamed, begunJobs, endedJobs }: Collected): readonly Query[] {
    // If unchanged columns cost nothing, one statement sets all columns.
    const setsAll = ({ id }: ComputerRow) => !rewritesIndexes || renamed.has(id);
    const rows = [...updated.values()];
    const removedRows = [...removed].map(toRow);
    return [
      // First, because they free names and hosts that the others may take.
      ...ifAny(removedRows, removeJobs),
      ...ifAny(removedRows, remove),
      ...ifAny(
        rows.filter((row) => !setsAll(row)),
        updateTexts,
      ),
      ...ifAny(rows.filter(setsAll), updateAll),
      ...ifAny([...endedJobs].map(toRow), endJobs),
      ...ifAny([...begunJobs], beginJobs),
    ];
  }

  return {
    commit: (group, lockMs) => ({
      reads: [
        lockComputers(idsOf(group)),
        ...ifAny(idsOf(group.filter(({ needsJob }) => needsJob)), lockJobs),
      ],
      lockMs,
      decide(rows: readonly FoundRow[], attempts: readonly FoundAttempt[] = []) {
        const collected = collect({ rows, attempts });
        const [rowsOf, attemptsOf] = [byId(rows), byId(attempts)];
        for (const write of group) {
          const { computerId: id } = write;
          write.found = { rows: rowsOf.get(id) ?? [], attempts: attemptsOf.get(id) ?? [] };
        }
        const result = runAll(group, collected);
        return { writes: statementsOf(collected), result };
      },
    }),
    findTaken(group) {
      const renamed = group.map(renamedBy);
      const wanted = (column: "name" | "host_id") =>
        renamed.flatMap((row, place) =>
          row === undefined ? [] : [[place, row.id, row.ownerId, valueIn[column](row)]],
        );
      return {
        reads: [takenNames(wanted("name")), takenHosts(wanted("host_id"))],
        decide(names: readonly (readonly unknown[])[], hosts: readonly (readonly unknown[])[]) {
          const at = ([place]: readonly unknown[]) => group[Number(place)] as GroupMember;
          // If both the name and the host are taken, the name is reported.
          const taken = [
            ...hosts.map((row) => [at(row), "host"] as const),
            ...names.map((row) => [at(row), "name"] as const),
          ];
          return { writes: [], result: new Map(taken) };
        },
      };
    },
  };
}

const toRow = (id: string) => [id] as const;

function idsOf(group: readonly GroupMember[]): readonly (readonly [string])[] {
  return [...new Set(group.map(({ computerId }) => computerId))].filter(isStorable).map(toRow);
}

/** The statement for these rows, unless there are none. */
function ifAny<Row>(rows: readonly Row[], query: (rows: readonly Row[]) => Query): readonly Query[] {
  return rows.length === 0 ? [] : [query(rows)];
}

/** The rows by ID; each ID has one. */
function byId<Row extends readonly [id: string, ...unknown[]]>(rows: readonly Row[]) {
  return new Map(rows.map((row) => [row[0], [row]]));
}

/**
 * Runs writes, and returns those that have to wait for a later group: after one of them, also all later ones of its
 * computer.
 */
function runAll(group: readonly GroupMember[], changes: GroupChanges): ReadonlySet<GroupMember> {
  const later = new Set<GroupMember>();
  const waitingIds = new Set<string>();
  for (const write of group) {
    if (waitingIds.has(write.computerId)) {
      later.add(write);
      continue;
    }
    try {
      write.outcome = { result: write.apply(changes) };
    } catch (error) {
      if (error instanceof NextGroupError) {
        waitingIds.add(write.computerId);
        later.add(write);
      } else write.outcome = { error };
    }
  }
  return later;
}

/**
 * The computer as this write would rename it or link it to a host, without the group's other writes; `undefined` if it
 * does neither.
 */
function renamedBy({ computerId, found, apply }: GroupMember): ComputerRow | undefined {
  if (found === undefined) return undefined;
  const changes = collect(found);
  try {
    apply(changes);
  } catch {
    return undefined;
  }
  return changes.renamed.has(computerId) ? changes.updated.get(computerId) : undefined;
}

/** The collected changes of a group's writes. */
interface Collected extends GroupChanges {
  readonly removed: ReadonlySet<string>;
  readonly updated: ReadonlyMap<string, ComputerRow>;
  /** The updated computers whose name or host has changed; a unique index may refuse these. */
  readonly renamed: ReadonlySet<string>;
  readonly begunJobs: ReadonlyMap<string, string | null>;
  readonly endedJobs: ReadonlySet<string>;
}

function collect({ rows, attempts }: FoundRows): Collected {
  const computers = new Map<string, FoundComputer>(
    rows.map(([id, ownerId, text]) => [id, { ownerId, text }]),
  );
  const currentAttempts = new Map(attempts.map(([id, attempt]) => [id, Number(attempt)]));
  const updated = new Map<string, ComputerRow>();
  const renamed = new Set<string>();
  /** The names and hosts that the group's computers take. */
  const taken = new Set<string>();
  const removed = new Set<string>();
  const begunJobs = new Map<string, string | null>();
  const endedJobs = new Set<string>();

  return {
    removed,
    updated,
    renamed,
    begunJobs,
    endedJobs,
    computer: (id) => computers.get(id),
    attemptOf: (id) => currentAttempts.get(id),
    update(before, after) {
      const row = rowOfComputer(after);
      const wanted = [
        ...(before.name === after.name ? [] : [JSON.stringify([row.ownerId, "name", row.name])]),
        ...(before.hostId === after.hostId ? [] : [JSON.stringify([row.ownerId, "host", row.hostId])]),
      ];
      if (wanted.length > 0) {
        if (renamed.has(row.id) || wanted.some((key) => taken.has(key))) throw new NextGroupError();
        renamed.add(row.id);
        for (const key of wanted) taken.add(key);
      }
      updated.set(row.id, row);
      const text = computerText(row);
      computers.set(row.id, { ownerId: row.ownerId, text });
      return text;
    },
    remove(id) {
      if (renamed.has(id)) throw new NextGroupError();
      for (const changes of [computers, updated, begunJobs, endedJobs]) changes.delete(id);
      removed.add(id);
    },
    beginJob(id, traceparent) {
      // The old attempt must not write any more, even in this group.
      currentAttempts.delete(id);
      // A job that ends in the same group is still ended first, so that the new one does not get its claim.
      begunJobs.set(id, traceparent ?? null);
    },
    endJob(id) {
      currentAttempts.delete(id);
      endedJobs.add(id);
    },
  };
}
