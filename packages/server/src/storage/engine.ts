import type { Sql, TwoTexts } from "./sql.ts";

/** A value of a statement. */
export type SqlValue = string | number | null;

/** A row as an array: objects with named columns would cost a third more per request. */
export type Row = readonly unknown[];

/** A row with one text. */
export type TextRow<Text extends string = string> = readonly [text: Text];

/** A prepared statement of an engine, with its values. */
export interface Query {
  readonly statement: unknown;
  readonly values: readonly unknown[];
}

/** A transaction: lock and read, decide, write. Nothing else is awaited inside it. */
export interface Plan<Result> {
  readonly reads: readonly Query[];
  /**
   * Decides from the rows of each read what to write. It is called again if the transaction is repeated, so it must
   * have no side effects, and it must not throw.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the columns are those of the statements
  decide(...rows: (readonly any[])[]): { readonly writes: readonly Query[]; readonly result: Result };
  /** PostgreSQL: how long it waits for a lock, in milliseconds. @default as long as any statement */
  readonly lockMs?: number | undefined;
}

/** A part of a long transaction: each `yield` returns the rows of its query. It is undone with the others if it throws. */
export type Step = Generator<Query, void, readonly Row[]>;

/** Consecutive transactions: each `yield` returns the result of its plan, or throws its error. */
export type Plans = Generator<Plan<unknown>, void, unknown>;

/** Why a transaction failed, if some or all of its writes may succeed when retried. */
export type FailureKind = "collision" | "late" | "locked" | "lost" | "unreadable";

/** A database engine. */
export interface Engine {
  /** How many groups of writes may be in flight. */
  readonly maxGroups: number;
  /** Whether claims of jobs end unless renewed, because other nodes may use the database. */
  readonly hasNodes: boolean;
  /** Whether setting a column rewrites its indexes even if its value stays the same. */
  readonly rewritesIndexes: boolean;
  /** Prepares a statement that takes one list of values. */
  prepare(sql: Sql): (values: readonly SqlValue[]) => Query;
  /** Prepares a statement for several rows; see {@link TwoTexts}. */
  prepareEach(sql: TwoTexts): (rows: readonly (readonly SqlValue[])[]) => Query;
  /** Prepares a statement that reads. @throws StorageError when it fails */
  read<Found extends Row>(sql: Sql): (values: readonly SqlValue[]) => Promise<readonly Found[]>;
  /** Prepares a statement that reads many rows with one text each. */
  readTexts<Text extends string>(
    sql: Sql,
  ): (values: readonly SqlValue[]) => Promise<readonly TextRow<Text>[]>;
  /** Prepares a statement that finds a row by a key, its first column: PostgreSQL's text finds those of several. */
  find<Found extends Row>(sql: TwoTexts): (key: string) => Promise<Found | undefined>;
  /** Resolves when the transaction is on disk. @throws StorageError */
  transaction<Result>(plan: Plan<Result>): Promise<Result>;
  /**
   * Runs a transaction that may take longer than requests may. PostgreSQL runs a step as its part arrives, on a separate
   * connection. SQLite waits for all parts, because nothing else is awaited inside its transactions.
   *
   * @param begin called when the transaction begins, again if it is repeated; what it returns makes the step of a part.
   * @throws StorageError, or what the parts or a step throw; then nothing was committed.
   */
  longTransaction<Part>(parts: AsyncIterable<Part>, begin: () => (part: Part) => Step): Promise<void>;
  /** The same as {@link transaction} for claims of jobs, which do not wait for users' requests. */
  jobTransaction<Result>(plan: Plan<Result>): Promise<Result>;
  jobRead<Found extends Row>(query: Query): Promise<readonly Found[]>;
  /**
   * Runs transactions. SQLite commits them together, with one sync, and undoes only those that fail. Callbacks given to
   * `afterCommit` run once the transactions so far are on disk.
   *
   * @throws Error of the engine if nothing was committed.
   */
  commitAll(plans: (afterCommit: (tell: () => void) => void) => Plans): Promise<void>;
  /** The unique index that refused a row, if a plan's error says so: `name`, `host` or another word. */
  conflictOf(error: unknown): string | undefined;
  kindOf(error: unknown): FailureKind | undefined;
  asStorageError(error: unknown): unknown;
  /** What only an engine has whose database other sessions write to. */
  readonly otherSessions?: {
    /** Finds the computers that another session has locked. */
    findLocked(computerIds: readonly string[]): Plan<readonly string[]>;
    /** The reason why all writes are refused, if they are. */
    refusal(): Error | undefined;
    /** Calls back when the engine starts refusing writes. */
    onRefusal(listener: (refusal: Error) => void): void;
  };
}
