import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Address } from "./address.ts";

/** Changes the JSON of a response in place. */
export type Tamper = (request: { readonly method: string; readonly path: string }, json: Json) => void;

/** A record in a response that may be changed. */
// biome-ignore lint/suspicious/noExplicitAny: what is tampered with has the shape that the test wants.
export type Json = any;

/** A proxy on a free port. */
export interface TamperingProxy extends Address {
  close(): Promise<void>;
}

/** Starts a proxy that changes responses in transit, to prove that the checks notice. */
export async function startTamperingProxy(origin: Address, tamper: Tamper): Promise<TamperingProxy> {
  const server = createServer((request, response) => {
    void forward(origin, request).then(async (forwarded) => {
      const json: unknown = await forwarded.json();
      tamper({ method: request.method ?? "", path: request.url ?? "" }, json);
      response.writeHead(forwarded.status, {
        "content-type": forwarded.headers.get("content-type") ?? "application/json",
        "x-request-id": forwarded.headers.get("x-request-id") ?? "tampered",
      });
      response.end(JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    token: origin.token,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function forward(origin: Address, request: IncomingMessage): Promise<Response> {
  const { host: _host, connection: _connection, ...headers } = request.headers as Record<string, string>;
  const body = await text(request);
  return fetch(origin.baseUrl + request.url, {
    method: request.method ?? "GET",
    headers,
    signal: AbortSignal.timeout(300_000),
    ...(body === "" ? {} : { body }),
  });
}
