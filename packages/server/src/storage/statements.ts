import type { MaybePromise } from "../computers/computer-store.ts";

/** The tables whose statements both engines share. */
export type TableName = "computers" | "jobs";

/** A value of a statement. */
export type SqlValue = string | number | null;

/** A row of one text. */
export type TextRow = readonly [text: string];

/** Runs statements that are the same in both engines: with `?` for each value, and rows as arrays. */
export interface Statements {
  /** The name of a table in a statement that reads it. */
  table(name: TableName): string;
  /** Prepares a statement that reads. */
  read<Row extends readonly unknown[]>(
    text: string,
  ): (values: readonly SqlValue[]) => MaybePromise<readonly Row[]>;
  /** Prepares a statement that reads one text a row. */
  readTexts(text: string): (values: readonly SqlValue[]) => MaybePromise<readonly TextRow[]>;
  /** Prepares a statement that writes; resolves to the number of rows when that is on disk. */
  write(text: string): (values: readonly SqlValue[]) => Promise<number>;
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
