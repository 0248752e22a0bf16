import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

/** The services that the contenders call. */
export interface Service {
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
}

/** Responds in memory, so the only other costs are constructing a `Response` and parsing it. */
export const memoryService: Service = {
  baseUrl: "http://service.example",
  fetch: async (url) => {
    const { body, ...init } = answerTo(`${url}`);
    return new Response(body, init);
  },
};

/** Responds over loopback HTTP to the platform's own `fetch`, in a thread of its own: the costs that a caller can notice. */
export async function startLoopbackService(): Promise<Service> {
  const [port] = await once(new Worker(new URL(import.meta.url)), "message");
  return { baseUrl: `http://127.0.0.1:${port}`, fetch };
}

if (!isMainThread) {
  const server = createServer(({ url }, response) => {
    const { status, headers, body } = answerTo(url);
    response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
  });
  server.listen(0, "127.0.0.1", () => parentPort?.postMessage((server.address() as AddressInfo).port));
}

/** A response whose body is written beforehand. */
const answer = (status: number, type: string, body: object) => ({
  status,
  headers: { "content-type": type, "x-request-id": "req-1" },
  body: JSON.stringify(body),
});
const found = answer(200, "application/json", {
  id: "cmp_1",
  name: "build-box",
  providerType: "managed",
  createdAt: 1795102800000,
});
const missing = answer(404, "application/problem+json", {
  type: "/problems/computer-not-found",
  title: "No such computer",
  status: 404,
  detail: "You have no computer with this ID.",
});

/** One computer, and a problem document for `/missing`. */
function answerTo(url = "") {
  return url.endsWith("/missing") ? missing : found;
}
