import { type JsonItems, type JsonText, parseJsonText } from "@compute-host/core";
import type { Computer } from "@compute-host/types";
import type { ComputerPage, ListQuery, Nothing, PageKey } from "../../computers/computer-store.ts";
import { hostColumn, textWithoutSteps, textWithSteps } from "../computer-record.ts";
import { toDatabaseText } from "../database-text.ts";
import type { Engine, SqlValue, TextRow } from "../engine.ts";

/**
 * How many computers a query reads. A list up to the first size is a consistent snapshot. The rest is read in smaller
 * pages, because a client that stops reading keeps one in memory. SQLite reads the first size in about a millisecond,
 * during which other requests wait. With PostgreSQL, a list of 100,000 computers takes 0.6 times the CPU time of pages
 * of 64, on both sides; pages of 512 would take 0.5 times.
 */
const firstPageSize = 640;
const nextPageSize = 256;

/** The SQL condition of each member of a query, with the position of its first value. */
const conditions: Readonly<Record<Exclude<keyof ListQuery, "withSteps">, (at: number) => string>> = {
  ownerId: (at) => `owner_id = ?${at}`,
  hostId: (at) => `host_id = ?${at}`,
  after: (at) => `(created_at, id) < (?${at}, ?${at + 1})`,
};

/** Reads a page of a list. */
export type ComputerListReader = (query: ListQuery) => Promise<ComputerPage>;

/** Makes the reader of lists. */
export function createComputerList({ readTexts }: Pick<Engine, "readTexts">): ComputerListReader {
  const prepared = new Map<string, ReturnType<typeof readTexts<JsonText<Computer>>>>();
  return async (query) => {
    const values = valuesOf(query);
    const { ownerId, hostId, after } = values;
    const sql = textOf(values, query.withSteps);
    const read = prepared.get(sql) ?? readTexts<JsonText<Computer>>(sql);
    prepared.set(sql, read);
    const size = query.after === undefined ? firstPageSize : nextPageSize;
    return pageOf(await read([...ownerId, ...hostId, ...after, size]), size);
  };
}

function textOf(values: ReturnType<typeof valuesOf>, withSteps: boolean): string {
  let at = 1;
  const wanted = Object.entries(conditions).flatMap(([member, condition]) => {
    const { length } = values[member as keyof typeof conditions];
    at += length;
    return length === 0 ? [] : [condition(at - length)];
  });
  return `select ${withSteps ? textWithSteps : textWithoutSteps} from computers
    where ${wanted.join(" and ")}
    order by created_at desc, id desc limit cast(?${at} as integer)`;
}

/** The values of each condition; empty if the query does not set it. */
function valuesOf({
  ownerId,
  hostId,
  withSteps: _withSteps,
  after,
  ...rest
}: ListQuery): Record<keyof typeof conditions, readonly SqlValue[]> {
  rest satisfies Nothing;
  return {
    ownerId: [toDatabaseText(ownerId)],
    hostId: hostId === undefined ? [] : [hostColumn(hostId)],
    after: after === undefined ? [] : [after.createdAt, after.id],
  };
}

/**
 * Joining the texts here costs less than in the database, and taking the key from the last text less than from columns.
 */
function pageOf(rows: readonly TextRow<JsonText<Computer>>[], size: number): ComputerPage {
  // A row has one text, so joining the rows joins the texts.
  const text = rows.join(",") as JsonItems<Computer>;
  const last = rows.length < size ? undefined : rows.at(-1);
  return { text, byteLength: Buffer.byteLength(text), ...(last && { next: keyOf(last) }) };
}

function keyOf([text]: TextRow<JsonText<Computer>>): PageKey {
  const { createdAt, id } = parseJsonText(text);
  return { createdAt, id };
}
