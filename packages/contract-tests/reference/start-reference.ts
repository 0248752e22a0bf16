import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Computer } from "./computer.ts";
import { createWorld, type ReferenceOptions } from "./create-world.ts";
import type { Credentials } from "./credentials.ts";
import { exchangeOf } from "./exchange.ts";
import type { World } from "./world.ts";

/** A running reference implementation. */
export interface Reference {
  readonly url: string;
  readonly port: number;
  readonly credentials: Credentials;
  /** The computers at the start. */
  readonly seed: readonly Computer[];
  readonly close: () => Promise<void>;
}

/** Starts an implementation of the interface that keeps its computers in memory. */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const world = createWorld(options);
  const seed = [...world.computers.values()];
  const server = createServer((request, response) => {
    // A failure caused by a bug gets no response, but the next request is still served.
    respond(world, request, response).catch(() => response.destroy());
  });
  server.on("clientError", refuseTransport);
  const port = await listen(server, options.port ?? 0);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    credentials: world.credentials(),
    seed,
    close: () => stop(world, server),
  };
}

async function respond(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const exchange = exchangeOf(request, world.newRequestId());
  // If the client disconnects mid-request, reading its body ends and no response can be written.
  request.on("error", () => undefined);
  const reply = await world.replyTo(exchange);
  if (!request.socket.destroyed) await world.send(exchange, response, reply);
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
