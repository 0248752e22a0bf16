import { hash } from "node:crypto";
import type { SqlValue, Statements, TextRow } from "../statements.ts";
import type { Connections } from "./connections.ts";

/** Runs the statements that both engines share. */
export function createStatements({ read, write }: Connections): Statements {
  /** PostgreSQL numbers the values of a statement, and knows a prepared one by its name. */
  function named(text: string) {
    let values = 0;
    return { name: hash("md5", text), text: text.replaceAll("?", () => `$${++values}`) };
  }

  return {
    table: (name) => `compute_host.${name}`,
    read<Row extends readonly unknown[]>(text: string) {
      const query = named(text);
      return (values: readonly SqlValue[]) => read<Row>(query, values);
    },
    readTexts(text) {
      const query = { ...named(text), binary: true };
      return (values) => read<TextRow>(query, values);
    },
    write(text) {
      const query = named(text);
      return (values) => write(query, values);
    },
  };
}
