import type { DatabaseSync } from "node:sqlite";
import type { StoredComputer } from "../../computers/computer.ts";
import type { ComputerPage, ListQuery, PageKey } from "../../computers/computer-store.ts";
import { type RecordRow, textWithSteps } from "./computer-rows.ts";
import { prepareRows } from "./prepare-rows.ts";

/** How many computers a list reads at once: between two pages other requests have their turn. */
const pageSize = 500;

/** Reads a page of a list. */
export type ComputerListReader = (query: ListQuery, after?: PageKey) => ComputerPage;

/** Prepares the queries of lists. */
export function createComputerList(database: DatabaseSync): ComputerListReader {
  const order = `order by created_at desc, id desc limit ${pageSize}`;
  const prepare = (columns: string) => ({
    first: prepareRows(database, `select ${columns} from computers where owner_id = ? ${order}`),
    next: prepareRows(
      database,
      `select ${columns} from computers where owner_id = ? and (created_at, id) < (?, ?) ${order}`,
    ),
    ofHost: prepareRows(database, `select ${columns} from computers where owner_id = ? and host_id = ?`),
  });
  const withSteps = prepare("record, steps");
  const withoutSteps = prepare("record");

  return (query, after) => {
    const { first, next, ofHost } = query.withSteps ? withSteps : withoutSteps;
    if (query.hostId !== undefined) {
      const rows = ofHost.all(query.ownerId, query.hostId.toLowerCase());
      return { text: joinRows(rows as unknown as RecordRow[]) };
    }
    const rows = (after === undefined
      ? first.all(query.ownerId)
      : next.all(query.ownerId, after.createdAt, after.id)) as unknown as RecordRow[];
    const last = rows[pageSize - 1];
    if (last === undefined) return { text: joinRows(rows) };
    const { createdAt, id } = JSON.parse(last[0]) as StoredComputer;
    return { text: joinRows(rows), next: { createdAt, id } };
  };
}

/** Rows of one column are records without steps. */
function joinRows(rows: readonly (RecordRow | [record: string])[]): string {
  let text = "";
  for (const [record, steps] of rows) {
    if (text !== "") text += ",";
    text += steps === undefined ? record : textWithSteps(record, steps);
  }
  return text;
}
