import { setTimeout as wait } from "node:timers/promises";
import { randomNumbers } from "../random-numbers.ts";
import type { CallOutcome, RecordedCalls } from "./recorded-calls.ts";

/** Callers that run until they are stopped. */
export interface Load {
  /** Resolves when every call has ended. */
  stop(): Promise<void>;
}

/** The calls of the callers. */
export interface LoadOptions {
  readonly calls: RecordedCalls;
  /** Origins of the nodes that they may call at this moment. */
  readonly nodes: () => readonly string[];
  readonly computers: readonly string[];
  readonly callers?: number;
  /** Computers of which installations are retried too. @default none */
  readonly retried?: readonly string[];
  /** @default 1 */
  readonly seed?: number;
}

/** How long a caller waits at most between two calls, and after one that was not processed, in milliseconds. */
const pauseMs = 20;
const backOffMs = 100;

/** Starts callers that read, list, update and retry, each of them one call after the other, every one with new values. */
export function startLoad(options: LoadOptions): Load {
  const { calls, nodes, computers, callers = 6, retried = [], seed = 1 } = options;
  const random = randomNumbers(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  let written = 0;
  let isStopped = false;

  function call(): Promise<CallOutcome> {
    const kind = random();
    const node = pick(nodes());
    const id = pick(computers);
    if (kind < 0.4) return calls.read(node, id);
    if (kind < 0.5) return calls.list(node);
    if (kind < 0.6 && retried.length > 0) return calls.retry(node, pick(retried));
    written += 1;
    const fields = random() < 0.7 ? { name: `name-${written}` } : { remoteUser: `user-${written}` };
    return calls.update(node, id, fields);
  }

  const running = Promise.all(
    Array.from({ length: callers }, async () => {
      while (!isStopped) {
        const outcome = await call();
        const isProcessed = typeof outcome === "number" && outcome < 500;
        await wait(isProcessed ? random() * pauseMs : backOffMs);
      }
    }),
  );
  return {
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
