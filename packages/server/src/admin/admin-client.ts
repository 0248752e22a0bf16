import type { IncomingMessage } from "node:http";
import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import type { Administration } from "./administration.ts";
import { ImportError, type ImportProblem } from "./administration.ts";

// An import would evaluate every getter of the module, one of which loads a whole HTTP client: a tenth of a start.
const { request: sendRequest } = process.getBuiltinModule("node:http");

const batchSize = 1000;

interface AdminRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: AsyncIterable<Uint8Array> | object;
}

/** Tells whether a service listens on this socket; a file that a killed service left behind does not count. */
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
  return {
    importComputers: (file) => ask({ method: "POST", path: "/computers/import", body: file }),
    createComputer: (body) => ask({ method: "POST", path: "/computers", body }),
    async *listComputers(ownerId) {
      const query = ownerId === undefined ? "" : `?${new URLSearchParams({ ownerId })}`;
      yield* batchesOfLines(await send(socketPath, { method: "GET", path: `/computers${query}` }));
    },
    createKey: (body) => ask({ method: "POST", path: "/keys", body }),
    listKeys: () => ask({ method: "GET", path: "/keys" }),
    revokeKey: (id) => ask({ method: "POST", path: `/keys/${encodeURIComponent(id)}/revoke` }),
  };
}

async function send(socketPath: string, { method, path, body }: AdminRequest): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = sendRequest({ socketPath, method, path, agent: false });
    let source: Readable | undefined;
    request.once("response", (response) => {
      // A response before the end of the file is a refusal: the rest need not be sent.
      source?.unpipe(request);
      source?.destroy();
      request.end();
      resolve(response);
    });
    request.once("error", (cause) => reject(new Error("The service ended before it responded.", { cause })));
    if (body !== undefined && Symbol.asyncIterator in body) {
      source = Readable.from(body);
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
  throw problems ? new ImportError(problems) : new Error(message);
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
