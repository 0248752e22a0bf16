/**
 * A statement: one text where both engines agree, otherwise one for each, in its own SQL. Its values are `?1`, `?2` and
 * so on. A limit is written `cast(?1 as integer)`: SQLite would recompile a statement each time a bare one is bound, and
 * with a constant, PostgreSQL sorts an owner's rows instead of reading them in the order of the index, which doubles its
 * CPU time for a list.
 */
export type Sql = string | TwoTexts;

/**
 * The texts of a statement for several rows, or of one that differs. For several rows, SQLite runs its text once per
 * row, with the row's columns as values; PostgreSQL runs its text once, with an array for each column.
 */
export interface TwoTexts {
  readonly sqlite: string;
  readonly postgres: string;
}

/** The text of a statement for an engine. */
export function textFor(engine: keyof TwoTexts, sql: Sql): string {
  return typeof sql === "string" ? sql : sql[engine];
}

/** The ID of PostgreSQL's transaction, which identifies the outcome of a lost commit: the last column of a first read. */
export const transactionId = "pg_current_xact_id()";

/** The time of the database in microseconds; SQLite has only milliseconds. */
export const now: TwoTexts = {
  sqlite: "cast(round(unixepoch('subsec') * 1000) * 1000 as integer)",
  postgres: "(extract(epoch from clock_timestamp()) * 1000000)::bigint",
};

/** A statement whose texts differ only in the time. */
export function withNow(text: (now: string) => string): TwoTexts {
  return { sqlite: text(now.sqlite), postgres: text(now.postgres) };
}

/** The columns of rows, with their types in PostgreSQL. */
export type Columns = Readonly<Record<string, "text" | "bigint" | "double precision">>;

/** PostgreSQL's table of the rows that a statement is for, from an array for each column. */
export function givenRows(columns: Columns): string {
  const arrays = Object.values(columns).map((type, index) => `?${index + 1}::${type}[]`);
  return `unnest(${arrays.join(", ")}) as given (${Object.keys(columns).join(", ")})`;
}

/** Strings, quoted names and comments, in which nothing is a value; or a value. */
const valuesOrQuoted = /'[^']*'|"[^"]*"|--[^\n]*|\/\*.*?\*\/|\$(\w*)\$.*?\$\1\$|\?(\d+)/gs;

/** A text with its values as PostgreSQL writes them, and how many there are. */
export interface BoundText {
  readonly text: string;
  readonly valueCount: number;
}

/** Writes the values of a text as PostgreSQL does: `$1` for `?1`. */
export function bindForPostgres(sql: string): BoundText {
  let valueCount = 0;
  const text = sql.replace(valuesOrQuoted, (found, _tag: unknown, position: string | undefined) => {
    if (position === undefined) return found;
    valueCount = Math.max(valueCount, Number(position));
    return `$${position}`;
  });
  return { text, valueCount };
}
