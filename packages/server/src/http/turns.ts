/** Lets a few at a time have their turn, apart for each key. */
export interface Turns {
  /** Waits for a turn and resolves to what ends it. */
  take(key: string): Promise<() => void>;
}

interface Queue {
  running: number;
  readonly waiting: (() => void)[];
}

/** Makes turns, so many at a time for each key. */
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
    async take(key) {
      const queue = queues.get(key) ?? { running: 0, waiting: [] };
      queues.set(key, queue);
      if (queue.running < atATime) queue.running += 1;
      else await new Promise<void>((resolve) => queue.waiting.push(resolve));
      return () => end(key, queue);
    },
  };
}
