/** Limits how many callers run at a time, separately for each key. */
export interface Turns {
  /** Waits for a turn; resolves to a function that ends it. */
  take(key?: string): Promise<() => void>;
}

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/** Makes turns for at most `atATime` callers per key. */
export function createTurns(atATime: number): Turns {
  const queues = new Map<string, Queue>();

  function end(key: string, queue: Queue): void {
    const next = queue.waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    queue.running -= 1;
    if (queue.running === 0) queues.delete(key);
  }

  return {
    async take(key = "") {
      const queue = queues.get(key) ?? { running: 0, waiting: [] };
      queues.set(key, queue);
      if (queue.running < atATime) queue.running += 1;
      else await new Promise<void>((resolve) => queue.waiting.push(resolve));
      return () => end(key, queue);
    },
  };
}
