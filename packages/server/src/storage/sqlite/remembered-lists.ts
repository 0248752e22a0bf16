import type { ComputerPage, Nothing } from "../../computers/computer-store.ts";
import type { ComputerListReader } from "../computer-list.ts";

/** How many bytes of lists are remembered. */
const maxBytes = 8 * 2 ** 20;
/** A list that was read within this time does not make room for another one, in milliseconds. */
const keptMs = 1_000;
/** How many owners are tracked whose list was read once. */
const maxSeen = 10_000;

/** Lists of one owner: without and with steps. */
interface ListsOfOwner {
  readonly withSteps?: ComputerPage;
  readonly withoutSteps?: ComputerPage;
  lastReadAt: number;
}

/** Reads lists; those that were read twice since their last change come from memory. */
export interface RememberedLists {
  readonly list: ComputerListReader<ComputerPage>;
  /** Must be called in every write of a computer of this owner. */
  forget(ownerId: string): void;
  forgetAll(): void;
}

/**
 * Remembers the lists of owners until one of their computers changes: with no events to wait for, clients ask for the
 * same list again and again. A list is remembered from its second read on, and where lists that are in use leave room:
 * more owners than fit would otherwise push each other out and pay for it. No other process can change a computer behind
 * its back, as the database is locked.
 */
export function rememberLists(
  read: ComputerListReader<ComputerPage>,
  now: () => number = () => performance.now(),
): RememberedLists {
  const owners = new Map<string, ListsOfOwner>();
  const seen = new Set<string>();
  let bytes = 0;

  function drop(ownerId: string): void {
    const lists = owners.get(ownerId);
    if (lists === undefined) return;
    bytes -= bytesOf(lists);
    owners.delete(ownerId);
  }

  /** Drops lists that are no longer read, oldest first. */
  function hasRoomFor(added: number): boolean {
    for (const [ownerId, { lastReadAt }] of owners) {
      if (bytes + added <= maxBytes || now() - lastReadAt < keptMs) break;
      drop(ownerId);
    }
    return bytes + added <= maxBytes;
  }

  function remember(ownerId: string, lists: ListsOfOwner): void {
    drop(ownerId);
    const added = bytesOf(lists);
    if (!hasRoomFor(added)) return;
    owners.set(ownerId, lists);
    bytes += added;
  }

  function isSecondRead(key: string): boolean {
    if (seen.has(key)) return true;
    if (seen.size >= maxSeen) seen.clear();
    seen.add(key);
    return false;
  }

  return {
    list(query) {
      const { ownerId, withSteps, hostId, after, ...rest } = query;
      rest satisfies Nothing;
      // Only whole lists are remembered; a long one is read once rather than again and again.
      if (hostId !== undefined || after !== undefined) return read(query);
      const kind = withSteps ? "withSteps" : "withoutSteps";
      const lists = owners.get(ownerId);
      const known = lists?.[kind];
      if (lists !== undefined && known !== undefined) {
        lists.lastReadAt = now();
        return known;
      }
      const page = read(query);
      if (page.next === undefined && (lists !== undefined || isSecondRead(ownerId))) {
        remember(ownerId, { ...lists, [kind]: page, lastReadAt: now() });
      }
      return page;
    },
    forget(ownerId) {
      drop(ownerId);
      seen.delete(ownerId);
    },
    forgetAll() {
      owners.clear();
      seen.clear();
      bytes = 0;
    },
  };
}

/** An owner without computers is remembered too, and counts. */
function bytesOf({ withSteps, withoutSteps }: ListsOfOwner): number {
  return 256 + (withSteps?.byteLength ?? 0) + (withoutSteps?.byteLength ?? 0);
}
