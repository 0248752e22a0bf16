import type { ComputerPage, ListQuery, PageKey } from "../../computers/computer-store.ts";
import { computerText } from "./computer-rows.ts";
import type { Connections, NamedQuery } from "./connections.ts";
import { toDatabaseText } from "./database-text.ts";

/** How many computers a query reads: a list up to the first size shows one moment; what follows is read in smaller pieces. */
const firstPageSize = 640;
const nextPageSize = 64;

type ListRow = [createdAt: number, id: string, head: string, steps?: string];

/** Reads a page of a list. */
export type ComputerListReader = (query: ListQuery, after?: PageKey) => Promise<ComputerPage>;

/** Makes the reader of lists: the rows are joined here, which is cheaper than by the database. */
export function createComputerList({ read }: Connections): ComputerListReader {
  const withSteps = queriesOf("with-steps", ", steps");
  const withoutSteps = queriesOf("without-steps", "");

  return async (query, after) => {
    const { first, next, ofHost } = query.withSteps ? withSteps : withoutSteps;
    const ownerId = toDatabaseText(query.ownerId);
    if (query.hostId !== undefined) {
      const hostId = toDatabaseText(query.hostId.toLowerCase());
      return pageOf(await read<ListRow>(ofHost, [ownerId, hostId]));
    }
    const size = after === undefined ? firstPageSize : nextPageSize;
    const rows = await (after === undefined
      ? read<ListRow>(first, [ownerId, size])
      : read<ListRow>(next, [ownerId, size, after.createdAt, after.id]));
    const last = rows.length < size ? undefined : rows.at(-1);
    return { ...pageOf(rows), ...(last && { next: { createdAt: last[0], id: last[1] } }) };
  };
}

function queriesOf(kind: string, column: string): Record<"first" | "next" | "ofHost", NamedQuery> {
  const select = `select created_at, id, head${column} from compute_host.computers where owner_id = $1`;
  const order = "order by created_at desc, id desc";
  return {
    first: { name: `list-${kind}`, text: `${select} ${order} limit $2` },
    next: { name: `list-next-${kind}`, text: `${select} and (created_at, id) < ($3, $4) ${order} limit $2` },
    ofHost: { name: `list-host-${kind}`, text: `${select} and host_id = $2` },
  };
}

function pageOf(rows: readonly ListRow[]): ComputerPage {
  let text = "";
  for (const [, , head, steps] of rows) {
    text += `${text === "" ? "" : ","}${steps === undefined ? `${head}}` : computerText(head, steps)}`;
  }
  return { text, byteLength: Buffer.byteLength(text) };
}
