import type { ComputerPage, ListQuery, PageKey } from "../../computers/computer-store.ts";
import type { ComputerListReader } from "./computer-list.ts";

/** How many bytes of lists are remembered. */
const maxBytes = 8 * 2 ** 20;

/** Lists of one owner: without and with steps. */
interface ListsOfOwner {
  readonly withSteps?: ComputerPage;
  readonly withoutSteps?: ComputerPage;
}

/** Reads lists; those that have not changed since they were last read come from memory. */
export interface RememberedLists {
  list(query: ListQuery, after?: PageKey): ComputerPage;
  /** To be called in every write of a computer of this owner. */
  forget(ownerId: string): void;
  forgetAll(): void;
}

/**
 * Remembers the lists of owners until one of their computers changes: with no events to wait for, clients ask for the
 * same list again and again. No other process can change a computer behind its back, as the database is locked.
 */
export function rememberLists(read: ComputerListReader): RememberedLists {
  /** Least recently read first. */
  const owners = new Map<string, ListsOfOwner>();
  let bytes = 0;

  function forget(ownerId: string): void {
    const lists = owners.get(ownerId);
    if (lists === undefined) return;
    bytes -= bytesOf(lists);
    owners.delete(ownerId);
  }

  function remember(ownerId: string, lists: ListsOfOwner): void {
    forget(ownerId);
    owners.set(ownerId, lists);
    bytes += bytesOf(lists);
    for (const oldest of owners.keys()) {
      if (bytes <= maxBytes) return;
      forget(oldest);
    }
  }

  return {
    list(query, after) {
      // Only whole lists are remembered, whatever a query may filter by; a long list is read once rather than again and again.
      const { ownerId, withSteps, ...filters } = query;
      const isFiltered = Object.values(filters).some((value) => value !== undefined);
      if (isFiltered || after !== undefined) return read(query, after);
      const kind = withSteps ? "withSteps" : "withoutSteps";
      const lists = owners.get(ownerId);
      const page = lists?.[kind] ?? read(query);
      if (page.next === undefined) remember(ownerId, { ...lists, [kind]: page });
      return page;
    },
    forget,
    forgetAll() {
      owners.clear();
      bytes = 0;
    },
  };
}

/** An owner without computers is remembered too, and counts. */
function bytesOf({ withSteps, withoutSteps }: ListsOfOwner): number {
  return 256 + (withSteps?.byteLength ?? 0) + (withoutSteps?.byteLength ?? 0);
}
