import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { ComputerPage, ListQuery, PageKey } from "../../computers/computer-store.ts";
import { jsonWithoutSteps } from "./computer-rows.ts";
import { prepareRows } from "./open-database.ts";

/** How many computers a query reads: for the first page of a list, and for later ones. */
const firstPageSize = 128;
const nextPageSize = 32;
/**
 * A list up to this size is read without a pause, so it is a consistent snapshot. Other requests run between the pages of a
 * longer one, and wait about a millisecond for a page of this size.
 */
const wholeBytes = 256 * 2 ** 10;
/** The size of later pages: a client that stops reading keeps one of them in memory, besides the first page. */
const laterBytes = 64 * 2 ** 10;

/** Reads a page of a list. */
export type ComputerListReader = (query: ListQuery, after?: PageKey) => ComputerPage;

/** Makes the reader of lists, which leave out the rows from `firstHiddenRow` on. */
export function createComputerList(database: DatabaseSync, firstHiddenRow: () => number): ComputerListReader {
  const read = createPageReader(database, firstHiddenRow);

  return (query, after) => {
    const { text, byteLength: firstBytes, next: afterFirst } = read(query, after);
    if (afterFirst === undefined) return { text, byteLength: firstBytes };
    const enoughBytes = after === undefined ? wholeBytes : laterBytes;
    const texts = [text];
    let byteLength = firstBytes;
    let next: PageKey | undefined = afterFirst;
    while (next !== undefined && byteLength < enoughBytes) {
      const page: ComputerPage = read(query, next);
      // The previous page may have been exactly full.
      if (page.text !== "") {
        texts.push(page.text);
        byteLength += page.byteLength + 1;
      }
      next = page.next;
    }
    return { text: texts.join(","), byteLength, ...(next && { next }) };
  };
}

/** Prepares the queries. SQLite joins the texts, which is three times as fast as joining them here. */
function createPageReader(database: DatabaseSync, firstHiddenRow: () => number): ComputerListReader {
  const owned = "owner_id = ? and rowid < ?";
  const afterKey = `${owned} and (created_at, id) < (?, ?)`;
  const order = "order by created_at desc, id desc";
  // A subquery with a limit is read in its order, so the texts are joined in that order. The number of bytes is known
  // without counting them: there is a comma between any two texts. SQLite compiles a statement again each time its limit is
  // bound, so limits are part of the text; and a coalesce around the text would copy it.
  const prepare = (text: string, where: string, limit: number) =>
    prepareRows(
      database,
      `select group_concat(text, ','), count(*), sum(octet_length(text)) + count(*) - 1
       from (select ${text} as text from computers where ${where} ${order} limit ${limit})`,
    );
  const lastKey = (where: string, limit: number) =>
    prepareRows(
      database,
      `select created_at, id from computers where ${where} ${order} limit 1 offset ${limit - 1}`,
    );
  const queriesOf = (text: string) => ({
    first: prepare(text, owned, firstPageSize),
    next: prepare(text, afterKey, nextPageSize),
    ofHost: prepare(text, `${owned} and host_id = ?`, 1),
  });
  const withSteps = queriesOf("json");
  const withoutSteps = queriesOf(jsonWithoutSteps);
  const lastOfFirst = lastKey(owned, firstPageSize);
  const lastOfNext = lastKey(afterKey, nextPageSize);

  return (query, after) => {
    const { ownerId, hostId } = query;
    const { first, next, ofHost } = query.withSteps ? withSteps : withoutSteps;
    const values: SQLInputValue[] = [ownerId, firstHiddenRow()];
    if (hostId !== undefined) {
      return pageOf(ofHost.get(...values, hostId.toLowerCase()) as unknown as ListRow);
    }
    if (after !== undefined) values.push(after.createdAt, after.id);
    const row = (after === undefined ? first : next).get(...values) as unknown as ListRow;
    if (row[1] < (after === undefined ? firstPageSize : nextPageSize)) return pageOf(row);
    const last = (after === undefined ? lastOfFirst : lastOfNext).get(...values);
    const [createdAt, id] = last as unknown as [number, string];
    return { ...pageOf(row), next: { createdAt, id } };
  };
}

type ListRow = [text: string | null, count: number, byteLength: number | null];

function pageOf([text, , byteLength]: ListRow): ComputerPage {
  return { text: text ?? "", byteLength: byteLength ?? 0 };
}
