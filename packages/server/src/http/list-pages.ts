import { setImmediate as nextTurn } from "node:timers/promises";
import type { ComputerPage, ComputerStore, ListQuery } from "../computers/computer-store.ts";
import { createTurns } from "../computers/turns.ts";

/** Maximum number of concurrent long lists per owner: a client that stops reading keeps its list in memory. */
const longListsAtATime = 8;

/** Makes the reader of lists of several pages. It reads the first page again at its turn, so a list that waits has none in memory. */
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
        // An embedded database returns synchronously: without a turn of the event loop, all other requests would wait for the end.
        await nextTurn();
        page = await store.list({ ...query, after: page.next });
        yield page;
      }
    } finally {
      endTurn();
    }
  };
}
