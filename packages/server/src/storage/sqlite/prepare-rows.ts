import type { DatabaseSync, StatementSync } from "node:sqlite";

/** Rows as arrays: objects with named columns cost a third more per request. */
export function prepareRows(database: DatabaseSync, sql: string): StatementSync {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}
