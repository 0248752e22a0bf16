import { fork } from "node:child_process";
import { once } from "node:events";
import { answer } from "./answer.ts";

/** What the contenders call. */
export interface Service {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  close(): void;
}

/** Answers in memory: what is measured is what a client does, next to constructing a `Response` and parsing it. */
export function createMemoryService(): Service {
  const { body, status, headers } = answer;
  return {
    baseUrl: "http://service.example",
    fetch: async () => new Response(body, { status, headers }),
    close() {},
  };
}

/** Answers over loopback HTTP with the platform's own `fetch`: what a caller can notice at all. */
export async function startLoopbackService(): Promise<Service> {
  const server = fork(new URL("./server.ts", import.meta.url));
  const [port] = (await once(server, "message", { signal: AbortSignal.timeout(10_000) })) as [number];
  return { baseUrl: `http://127.0.0.1:${port}`, fetch, close: () => server.disconnect() };
}
