import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { Engine, Query, Row } from "../engine.ts";
import { type Sql, textFor } from "../sql.ts";

/** Prepares and runs the statements of an open database. */
export interface Statements extends Pick<Engine, "prepare" | "prepareEach"> {
  /** Prepares a statement whose rows are arrays. */
  prepareRows(sql: Sql): StatementSync;
  /** Runs a statement that {@link prepare} or {@link prepareEach} prepared. */
  run(query: Query): readonly Row[];
}

interface Prepared {
  readonly run: StatementSync;
  /** Whether it runs once per row. */
  readonly isEach: boolean;
}

/** Makes the statements of an open database. */
export function statementsOf(database: DatabaseSync): Statements {
  function prepareRows(sql: Sql): StatementSync {
    const statement = database.prepare(textFor("sqlite", sql));
    statement.setReturnArrays(true);
    return statement;
  }
  return {
    prepareRows,
    prepare(sql) {
      const statement: Prepared = { run: prepareRows(sql), isEach: false };
      return (values) => ({ statement, values });
    },
    prepareEach(sql) {
      const statement: Prepared = { run: prepareRows(sql), isEach: true };
      return (values) => ({ statement, values });
    },
    run({ statement, values }) {
      const { run, isEach } = statement as Prepared;
      if (!isEach) return run.all(...(values as SQLInputValue[])) as unknown as Row[];
      const rows: Row[] = [];
      for (const each of values as SQLInputValue[][]) rows.push(...(run.all(...each) as unknown as Row[]));
      return rows;
    },
  };
}
