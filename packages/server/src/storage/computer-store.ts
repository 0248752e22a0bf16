import type { StoredComputer } from "../computers/computer.ts";
import {
  anyOwner,
  type ComputerImport,
  type ComputerKey,
  type ComputerStore,
  type MaybePromise,
  type Nothing,
} from "../computers/computer-store.ts";
import type { ComputerListReader } from "./computer-list.ts";
import { textWithSteps } from "./computer-record.ts";
import { toDatabaseText } from "./database-text.ts";
import { limitValue, type Statements, whenRead } from "./statements.ts";

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
  /** Writes a computer that has changed, and returns its new text. May end the group, so it comes first. */
  update(before: StoredComputer, after: StoredComputer): string;
  /** Removes a computer with its job. */
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

/** What differs between the engines. Which computer a caller may see or change is decided above it, once. */
export interface ComputerEngine extends Pick<ComputerStore, "claimJobs" | "leases"> {
  readonly statements: Statements;
  find(id: string): MaybePromise<FoundComputer | undefined>;
  readonly list: ComputerListReader;
  /** Runs a write in the next transaction; its result or error reaches the caller only after the commit. */
  write<Result>(write: ComputerWrite<Result>): Promise<Result>;
  beginImport(): ComputerImport;
}

/** Makes the store of an engine. */
export function createComputerStore(engine: ComputerEngine): ComputerStore {
  const { list, claimJobs, leases, find, write, statements } = engine;
  const { table, read, readTexts } = statements;
  const all = readTexts(
    `select ${textWithSteps} from ${table("computers")} where id > ? order by id limit ${limitValue}`,
  );
  const counts = read<readonly [computers: number, jobs: number]>(
    `select (select cast(count(*) as integer) from ${table("computers")}), (select cast(count(*) as integer) from ${table("jobs")})`,
  );

  return {
    get: ({ id, ownerId, ...rest }) => {
      rest satisfies Nothing;
      return whenRead(find(id), (found) => ownedBy(ownerId, found)?.text);
    },
    list,
    change: ({ id, ownerId, ...rest }, change) => {
      rest satisfies Nothing;
      return write({
        computerId: id,
        needsJob: false,
        apply(changes) {
          const found = ownedBy(ownerId, changes.computer(id));
          if (found === undefined) return undefined;
          const before = JSON.parse(found.text) as StoredComputer;
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
    beginImport: async () => engine.beginImport(),
    listAll({ afterId, limit, ...rest }) {
      rest satisfies Nothing;
      return whenRead(all([toDatabaseText(afterId ?? ""), limit]), (rows) => rows.map(([text]) => text));
    },
    claimJobs,
    leases,
    advanceJob: ({ computerId, attempt, ...rest }, advance) => {
      rest satisfies Nothing;
      return write({
        computerId,
        needsJob: true,
        apply(changes) {
          const found = changes.computer(computerId);
          if (found === undefined || changes.attemptOf(computerId) !== attempt) return undefined;
          const before = JSON.parse(found.text) as StoredComputer;
          const { computer, ends, ...rest } = advance(before);
          rest satisfies Nothing;
          if (computer !== before) changes.update(before, computer);
          if (ends) changes.endJob(computerId);
          return computer;
        },
      });
    },
    counts: () => whenRead(counts([]), ([[computers, jobs] = [0, 0]]) => ({ computers, jobs })),
  };
}

function ownedBy(
  ownerId: ComputerKey["ownerId"],
  found: FoundComputer | undefined,
): FoundComputer | undefined {
  if (found === undefined || ownerId === anyOwner) return found;
  return found.ownerId === toDatabaseText(ownerId) ? found : undefined;
}
