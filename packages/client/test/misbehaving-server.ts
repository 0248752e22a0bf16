import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { type ClientOptions, type ComputeHostClient, createClient } from "../src/index.ts";
import {
  createClient as createPathClient,
  type OpenApiFetchClient,
} from "../src/openapi-fetch/openapi-fetch.ts";

/** A request that the server received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A real local server whose responses the test decides. */
export interface TestServer {
  readonly baseUrl: string;
  readonly received: ReceivedRequest[];
  /** Stops it before the test ends. */
  stop(): Promise<unknown>;
}

/** Responds to one request; `index` counts from 0. */
export type Answer = (response: ServerResponse, request: ReceivedRequest, index: number) => unknown;

/** Starts a server on a free port; it stops when the test ends. */
export async function startServer(answer: Answer): Promise<TestServer> {
  const received: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    try {
      for await (const part of request) body += part;
    } catch {
      // The client aborted the request before it was complete.
      return;
    }
    const { method = "", url = "", headers } = request;
    const entry = { method, url, headers, body };
    await answer(response, entry, received.push(entry) - 1);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const stop = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  onTestFinished(async () => {
    await stop();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, stop };
}

/** A server and its client. */
export interface TestClient extends TestServer, ComputeHostClient {
  readonly client: ComputeHostClient;
}

/** Starts a server and creates its client. */
export async function startClient(answer: Answer, options?: ClientOptions): Promise<TestClient> {
  const server = await startServer(answer);
  const client = createClient({ baseUrl: server.baseUrl, token: "key", ...options });
  return { ...server, ...client, client };
}

/** Starts a server and creates its client by path. */
export async function startPathClient(
  answer: Answer,
  options?: ClientOptions,
): Promise<TestServer & { readonly api: OpenApiFetchClient }> {
  const server = await startServer(answer);
  return { ...server, api: createPathClient({ baseUrl: server.baseUrl, token: "key", ...options }) };
}

/** Creates a client whose requests do not leave the process. */
export function clientOf(fetch: () => Promise<Response>, options?: ClientOptions): ComputeHostClient {
  return createClient({ baseUrl: "http://a", token: "key", fetch, ...options });
}

/** Sends a JSON response. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", "x-request-id": "req-1", ...headers });
  response.end(JSON.stringify(body));
}

/** Sends a problem document. */
export function problem(response: ServerResponse, status: number, headers?: Record<string, string>): void {
  const body = { type: "/problems/x", title: `Problem ${status}`, status, detail: `Detail ${status}.` };
  json(response, status, body, { "content-type": "application/problem+json", ...headers });
}

/** The responses of a service. */
export const reply: {
  found: Answer;
  failing(status: number, headers?: Record<string, string>): Answer;
  /** The connection breaks. */
  broken: Answer;
  /** No response comes. */
  hanging: Answer;
  /** One response after the other; the last one repeats. */
  inTurn(...answers: readonly Answer[]): Answer;
} = {
  found: (response) => json(response, 200, computer),
  failing: (status, headers) => (response) => problem(response, status, headers),
  broken: (response) => response.destroy(),
  hanging() {},
  inTurn:
    (...answers) =>
    (...args) =>
      answers[Math.min(args[2], answers.length - 1)]?.(...args),
};

/** A minimal computer. */
export const computer = { id: "cmp_1", name: "build-box", providerType: "managed", createdAt: 1 };

/** The path of one computer, for calls by path. */
export const computerPath = "/api/v0/computers/{computerId}";

/** The options of a call by path with an ID. */
export const at = (computerId: string): { params: { path: { computerId: string } } } => ({
  params: { path: { computerId } },
});
