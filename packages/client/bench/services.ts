import { fork } from "node:child_process";
import { once } from "node:events";
import { answerTo } from "./answer.ts";

/** The services that the contenders call. */
export interface Service {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  close(): void;
}

/** Responds in memory, so the only other costs are constructing a `Response` and parsing it. */
export function createMemoryService(): Service {
  return {
    baseUrl: "http://service.example",
    fetch: async (url) => {
      const { body, ...init } = answerTo(`${url}`);
      return new Response(body, init);
    },
    close() {},
  };
}

/** Responds over loopback HTTP to the platform's own `fetch`: the costs that a caller can notice. */
export async function startLoopbackService(): Promise<Service> {
  const server = fork(new URL("./server.ts", import.meta.url));
  const [port] = (await once(server, "message", { signal: AbortSignal.timeout(10_000) })) as [number];
  return { baseUrl: `http://127.0.0.1:${port}`, fetch, close: () => server.disconnect() };
}
