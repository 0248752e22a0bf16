import type { IncomingMessage } from "node:http";
import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";

import {
  type Administration,
  AdministrationError,
  ImportError,
  type ImportProblem,
} from "./administration.ts";

// A static import evaluates every getter of the module, and one of them loads an HTTP client: 10 % of the start.
const { request: sendRequest } = process.getBuiltinModule("node:http");

const batchSize = 1000;

interface AdminRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: AsyncIterable<Uint8Array> | object;
}

/** Whether a service listens on this socket; a file left behind by a killed service does not count. */
export function isAdminServerListening(socketPath: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(socketPath);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ECONNREFUSED" || error.code === "ENOTDIR")
        resolve(false);
      else if (error.code === "EACCES")
        reject(new Error(`The service belongs to another user: no access to ${socketPath}.`));
      else reject(error);
    });
  });
}

/** Makes the administration that asks the running service. */
export function createAdminClient(socketPath: string): Administration {
  const ask = async <Result>(request: AdminRequest) =>
    (await json(await send(socketPath, request))) as Result;
  const askWhetherFound = async (path: string) =>
    (await ask<{ readonly found: boolean }>({ method: "DELETE", path })).found;
  const computerPath = (id: string) => `/computers/${encodeURIComponent(id)}`;
  async function* lines(path: string) {
    yield* batchesOfLines(await send(socketPath, { method: "GET", path }));
  }
  return {
    importComputers: (file) => ask({ method: "POST", path: "/computers/import", body: file }),
    createComputer: (body) => ask({ method: "POST", path: "/computers", body }),
    getComputer: (id) => ask({ method: "GET", path: computerPath(id) }),
    // Only a database without other nodes has a socket.
    nodesOfSteps: async () => new Map(),
    listComputers(filter = {}) {
      const given = Object.entries(filter).filter(([, value]) => value !== undefined);
      return lines(`/computers?${new URLSearchParams(given as [string, string][])}`);
    },
    updateComputer: (id, body) => ask({ method: "PATCH", path: computerPath(id), body }),
    retryComputer: (id, fromStep) =>
      ask({ method: "POST", path: `${computerPath(id)}/retry`, body: { fromStep } }),
    deleteComputer: (id) => askWhetherFound(computerPath(id)),
    createKey: (body) => ask({ method: "POST", path: "/keys", body }),
    listKeys: () => lines("/keys"),
    revokeKey: (id) => askWhetherFound(`/keys/${encodeURIComponent(id)}`),
    backup: (file) => ask({ method: "POST", path: "/backup", body: { file } }),
  };
}

async function send(socketPath: string, { method, path, body }: AdminRequest): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const isStream = body !== undefined && Symbol.asyncIterator in body;
    const type = isStream ? "application/x-ndjson" : "application/json";
    const headers = body === undefined ? {} : { "content-type": type };
    const request = sendRequest({ socketPath, method, path, headers, agent: false });
    let source: Readable | undefined;
    request.once("response", (response) => {
      // A response before the end of the file is a refusal, so the rest need not be sent.
      source?.unpipe(request);
      source?.destroy();
      request.end();
      resolve(response);
    });
    request.once("error", (cause) => reject(new Error("The service ended before it responded.", { cause })));
    if (isStream) {
      source = Readable.from(body as AsyncIterable<Uint8Array>);
      source.once("error", (error) => {
        request.destroy();
        reject(error);
      });
      source.pipe(request);
    } else {
      request.end(body && JSON.stringify(body));
    }
  });
  if (response.statusCode === 200) return response;
  const { message, problems } = (await json(response)) as { message: string; problems?: ImportProblem[] };
  throw problems ? new ImportError(problems) : new AdministrationError(message);
}

async function* batchesOfLines(response: IncomingMessage): AsyncGenerator<readonly string[]> {
  let batch: string[] = [];
  response.on("error", () => {});
  for await (const line of createInterface({ input: response, crlfDelay: Number.POSITIVE_INFINITY })) {
    batch.push(line);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (!response.complete) throw new Error("The service ended in the middle of its response.");
  if (batch.length > 0) yield batch;
}
