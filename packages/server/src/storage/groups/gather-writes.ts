/** How long writes gather at most, in milliseconds: about as long as a sync takes. */
const gatherMs = 2;

/**
 * Calls back after a turn of the event loop that has added nothing to a queue, or when the queue has grown for two milliseconds.
 * Each commit costs a sync, so it waits for the writes that are arriving; a write that comes alone waits for one turn.
 */
export function whenGathered(length: () => number, callback: () => void): void {
  const startedAt = performance.now();
  let gathered = 0;

  function look(): void {
    if (length() === gathered || performance.now() - startedAt > gatherMs) callback();
    else {
      gathered = length();
      setImmediate(look);
    }
  }

  setImmediate(look);
}
