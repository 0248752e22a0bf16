import { setImmediate as nextTurn } from "node:timers/promises";
import type { ComputerPage, ComputerStore, ListQuery } from "../computers/computer-store.ts";
import { createTurns } from "../computers/turns.ts";

/** The largest number of concurrent long lists per owner: a client that stops reading keeps a page in memory. */
const longListsAtATime = 8;

/**
 * Makes a reader of lists of several pages. It reads the first page again once it is its turn, so that waiting lists
 * take no memory.
 */
export function createPageReader(
  store: Pick<ComputerStore, "list">,
): (query: ListQuery) => AsyncIterable<ComputerPage> {
  const turns = createTurns(longListsAtATime);
  return async function* readPages(query) {
    const endTurn = await turns.take(query.ownerId);
    try {
      let page: ComputerPage = await store.list(query);
      yield page;
      while (page.next !== undefined) {
        // An embedded database reads within the same turn of the event loop: without another, all requests would wait
        // until the end.
        await nextTurn();
        page = await store.list({ ...query, after: page.next });
        yield page;
      }
    } finally {
      endTurn();
    }
  };
}
