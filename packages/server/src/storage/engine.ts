import type { MaybePromise } from "../computers/computer-store.ts";

/** A value of a statement. */
export type SqlValue = string | number | null;

/** A row as an array: objects with named columns cost a third more per request. */
export type Row = readonly unknown[];

/** A row of one text. */
export type TextRow = readonly [text: string];

/** A prepared statement of an engine, with its values. */
export interface Query {
  readonly statement: unknown;
  readonly values: readonly unknown[];
}

/** The columns of `given`, with their types in PostgreSQL. */
export type Columns = Readonly<Record<string, "text" | "bigint" | "double precision">>;

/** A transaction: lock and read, decide, write. Nothing else is awaited inside it. */
export interface Plan<Result> {
  readonly reads: readonly Query[];
  /**
   * Decides by the rows of each read what to write. Called again when the transaction is repeated, so it has no effect but through
   * what it returns, and it never throws.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the columns are those of the statements
  decide(...rows: (readonly any[])[]): { readonly writes: readonly Query[]; readonly result: Result };
  /** PostgreSQL: how long it waits for a lock, in milliseconds. @default as long as any statement */
  readonly lockMs?: number | undefined;
  /** PostgreSQL: whether it may take longer than requests may, on a connection of its own. */
  readonly isLong?: boolean;
}

/** Transactions one after the other: each `yield` gives the result of its plan, or throws the error. */
export type Plans = Generator<Plan<unknown>, void, unknown>;

/** Why a transaction failed, if its writes, or some of them, may succeed when they are tried again. */
export type FailureKind = "collision" | "late" | "locked" | "lost" | "unreadable";

/**
 * A database engine. Statements are written in the SQL of PostgreSQL that SQLite knows too, with `?` for each value and these words:
 *
 * - `{now}`: the time of the database in microseconds,
 * - `{transaction}`: the ID of the transaction, by which the outcome of a lost commit is found; the last column of a first read,
 * - `given`: the rows that a statement of {@link Engine.prepareEach} is for, as in `update ... from given where id = given.id` and,
 *   if they have one column, `where id in given`,
 * - `for update` and `cross join lateral (select * from table ... limit ?) as name`, as in PostgreSQL.
 */
export interface Engine {
  /** How many groups of writes may be in flight. */
  readonly maxGroups: number;
  /** Whether a claim of a job ends by itself unless it is renewed, because other nodes may have the database. */
  readonly hasNodes: boolean;
  /** Whether setting a column writes its indexes again even if its value stays the same. */
  readonly rewritesIndexes: boolean;
  /** Prepares a statement with one list of values. */
  prepare(text: string): (values: readonly SqlValue[]) => Query;
  /** Prepares a statement for several rows, in the order of their columns. */
  prepareEach(columns: Columns, text: string): (rows: readonly (readonly SqlValue[])[]) => Query;
  /** Prepares a statement that reads. @throws StorageError when it fails */
  read<Found extends Row>(text: string): (values: readonly SqlValue[]) => MaybePromise<readonly Found[]>;
  /** Prepares a statement that reads many rows of one text. */
  readTexts(text: string): (values: readonly SqlValue[]) => MaybePromise<readonly TextRow[]>;
  /** Prepares a statement that finds the row with a key, which is its first column, by `in given`. */
  find<Found extends Row>(text: string): (key: string) => MaybePromise<Found | undefined>;
  /** Resolves when the transaction is on disk. @throws StorageError */
  transaction<Result>(plan: Plan<Result>): Promise<Result>;
  /** The same for the claims of jobs, which do not wait behind the requests of users. */
  jobTransaction<Result>(plan: Plan<Result>): Promise<Result>;
  jobRead<Found extends Row>(query: Query): MaybePromise<readonly Found[]>;
  /**
   * Runs transactions. SQLite commits them together, with one sync: a failed one is undone alone. What `afterCommit` is given runs once
   * the transactions so far are on disk.
   *
   * @throws Error of the engine when nothing of it was committed.
   */
  commitAll(plans: (afterCommit: (tell: () => void) => void) => Plans): Promise<void>;
  /** Which unique index refused a row, if an error of a plan tells: `name`, `host` or another word. */
  conflictOf(error: unknown): string | undefined;
  kindOf(error: unknown): FailureKind | undefined;
  asStorageError(error: unknown): unknown;
  /** Finds the computers that another session has locked, where a lock is one of a row. */
  findLocked?(computerIds: readonly string[]): Plan<readonly string[]>;
  /** Refuses all writes while this has a reason. */
  refusal?(): Error | undefined;
  /** Calls back when writes begin to be refused. */
  onRefusal?(listener: (refusal: Error) => void): void;
}

/**
 * The value of a limit. SQLite compiles a statement again each time a bare one is bound; and with a constant, PostgreSQL sorts the rows of
 * an owner in place of reading them in the order of the index, which doubles its CPU time for a list.
 */
export const limitValue = "cast(? as integer)";

/** Continues with a value when it is there: at once where the engine is embedded. */
export function whenRead<Value, Result>(
  value: MaybePromise<Value>,
  then: (value: Value) => Result,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(then) : then(value);
}
