import type { DatabaseSync } from "node:sqlite";
import type { SqlValue, Statements, TextRow } from "../statements.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { Health } from "./health.ts";
import { prepareRows } from "./prepare-rows.ts";

/** Runs the statements that both engines share. */
export function createStatements(
  database: DatabaseSync,
  group: GroupCommit,
  { reading }: Health,
): Statements {
  function read<Row extends readonly unknown[]>(text: string) {
    const statement = prepareRows(database, text);
    return (values: readonly SqlValue[]) =>
      reading(() => statement.all(...values) as unknown as readonly Row[]);
  }

  return {
    table: (name) => name,
    read,
    readTexts: read<TextRow>,
    write(text) {
      const statement = database.prepare(text);
      return (values) => group.write(() => Number(statement.run(...values).changes));
    },
  };
}
