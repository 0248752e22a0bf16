import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { BugId } from "./bugs/bugs.ts";
import type { Computer } from "./computer.ts";
import { type Credentials, issueCredentials } from "./credentials.ts";
import { type Exchange, splitTarget } from "./exchange.ts";
import { handleRequest } from "./handle-request.ts";
import { ada, nightly } from "./seed-computers.ts";
import { seedFor } from "./seed-variants.ts";
import type { VariantId } from "./variants.ts";
import { noFlaws, type World } from "./world.ts";
import { writeReply } from "./write-reply.ts";

/** The options of a reference implementation. */
export interface ReferenceOptions {
  /** The bugs to switch on. @default [] */
  readonly bugs?: readonly BugId[];
  /** The legal variants to switch on. @default [] */
  readonly variants?: readonly VariantId[];
  /** @default a free port */
  readonly port?: number;
  /** The duration of an install session. @default 150 */
  readonly installMs?: number;
  /** The computers of both owners. @default `seedComputers()` */
  readonly computers?: readonly Computer[];
}

/** A running reference implementation. */
export interface Reference {
  readonly url: string;
  readonly port: number;
  readonly credentials: Credentials;
  readonly close: () => Promise<void>;
}

/** Starts an implementation of the interface that keeps its computers in memory. */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const world = createWorld(options);
  const server = createServer((request, response) => {
    // A failure caused by a bug gets no response, but the next request is still served.
    respond(world, request, response).catch(() => response.destroy());
  });
  server.on("clientError", refuseTransport);
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    credentials: world.issuer.credentials,
    close: () => stop(world, server),
  };
}

function createWorld({ bugs = [], variants = [], installMs = 150, computers }: ReferenceOptions): World {
  const switchedBugs = new Set(bugs);
  const switchedVariants = new Set(variants);
  const seed = seedFor(switchedVariants, computers);
  return {
    bug: (id) => switchedBugs.has(id),
    variant: (id) => switchedVariants.has(id),
    installMs,
    computers: new Map(seed.map((computer) => [computer.id, computer])),
    issuer: issueCredentials(ada, nightly),
    flaws: noFlaws(),
    timers: new Set(),
    requestCounts: new Map(),
  };
}

let requestCount = 0;

async function respond(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  requestCount += 1;
  const requestId = world.variant("short-request-ids") ? `r-${requestCount}` : randomUUID();
  const { rawPath, search } = splitTarget(request.url ?? "/");
  const exchange: Exchange = { request, requestId, method: request.method ?? "GET", rawPath, search };
  // If the client disconnects mid-request, reading its body ends and no response can be written.
  request.on("error", () => undefined);
  const reply = await handleRequest(world, exchange);
  if (request.socket.destroyed) return;
  await writeReply(world, exchange, response, reply);
}

const transportStatuses: Readonly<Record<string, readonly [status: number, title: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout"],
};

/** Refuses anything that is not HTTP with a problem document. */
function refuseTransport(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return;
  const [status, title] = transportStatuses[error.code ?? ""] ?? [400, "Bad Request"];
  const requestId = randomUUID();
  const detail = "The request is not well-formed HTTP.";
  const body = JSON.stringify({
    type: "/problems/transport",
    title,
    status,
    detail,
    instance: "/",
    requestId,
  });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nConnection: close\r\nContent-Type: application/problem+json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\n\r\n${body}`,
  );
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function stop(world: World, server: Server): Promise<void> {
  for (const timer of world.timers) clearTimeout(timer);
  world.timers.clear();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
