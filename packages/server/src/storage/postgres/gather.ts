/** How many queries of one kind are sent before the response to the first: while they run, the next one gathers more. */
const maxQueries = 2;
/** How many keys a query has at most. */
const maxKeys = 1_000;

interface WaitingRead<Value> {
  readonly key: string;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers the reads of one turn of the event loop into one query, which then costs a fifth of what one query each would. A read
 * sees every write that was acknowledged before it, because its query is sent afterwards.
 */
export function gatherReads<Value>(
  readAll: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let waiting: WaitingRead<Value>[] = [];
  let running = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || running >= maxQueries || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(send);
  }

  async function send(): Promise<void> {
    isScheduled = false;
    const reads = waiting.length > maxKeys ? waiting.splice(0, maxKeys) : waiting;
    if (reads === waiting) waiting = [];
    running += 1;
    schedule();
    try {
      const found = await readAll(reads.map(({ key }) => key));
      for (const { key, resolve } of reads) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of reads) reject(error);
    }
    running -= 1;
    schedule();
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      schedule();
    });
}
