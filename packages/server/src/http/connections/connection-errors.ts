import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type ProblemKey, problemText, problemTypes } from "@compute-host/core";
import type { Connections } from "./connection-limits.ts";

// A static import evaluates every getter of the module; one of them loads an HTTP client, which takes 10 % of the
// start.
const { STATUS_CODES } = process.getBuiltinModule("node:http");

/** How long a client has to read the problem and close its side, in milliseconds. */
const closeGraceMs = 1_000;

/** Codes of errors that Node.js reports before there is a request object. */
const connectionProblems: Readonly<Record<string, ProblemKey>> = {
  ERR_HTTP_REQUEST_TIMEOUT: "request-timeout",
  HPE_HEADER_OVERFLOW: "header-too-large",
  HPE_CHUNK_EXTENSIONS_OVERFLOW: "body-too-large",
};

/** Connections whose first error has been handled; whatever else arrives on them raises further errors. */
const broken = new WeakSet<Duplex>();

/** What a request got whose body did not arrive. */
export interface Refusal {
  readonly code: ProblemKey;
  readonly requestId: string;
}

const refusals = new WeakMap<IncomingMessage, Refusal>();

/** What a request got while its body was read, so that the log and the metrics say the same. */
export function refusalOf(request: IncomingMessage): Refusal | undefined {
  return refusals.get(request);
}

/** Responds to requests that Node.js could not parse or that arrived too slowly, and closes the connection. */
export function respondToClientError(
  error: Error & { readonly code?: string },
  socket: Duplex,
  connections: Pick<Connections, "pending">,
): void {
  if (error.code === "ECONNRESET") {
    socket.destroy();
  } else if (!broken.has(socket)) {
    broken.add(socket);
    // Further data must not count as progress of a client that reads nothing.
    socket.pause();
    endInOrder(socket, connectionProblems[error.code ?? ""] ?? "malformed-http", connections);
  }
}

/** Responds to the requests that never reach the router: CONNECT, and `Expect` with anything but `100-continue`. */
export function respondToUnroutedRequests(server: Server, connections: Pick<Connections, "pending">): void {
  server.on("connect", (request: IncomingMessage, socket: Duplex) => {
    endInOrder(socket, "method-not-allowed", connections, request);
  });
  server.on("checkExpectation", (request: IncomingMessage) => {
    endInOrder(request.socket, "expectation-failed", connections, request);
  });
}

/** Earlier requests get their responses first; otherwise the problem would be taken for one of those. */
function endInOrder(
  socket: Duplex,
  code: ProblemKey,
  connections: Pick<Connections, "pending">,
  request?: IncomingMessage,
): void {
  // The broken request also has a response object if its header was complete.
  const pending = connections.pending(socket);
  const earlier = pending.find(({ headersSent, req }) => headersSent || req.complete);
  if (earlier !== undefined) earlier.once("finish", () => endInOrder(socket, code, connections, request));
  else if (socket.writable) endWithProblem(socket, code, request ?? pending[0]?.req);
  else socket.destroy();
}

function endWithProblem(socket: Duplex, code: ProblemKey, request: IncomingMessage | undefined): void {
  const { status } = problemTypes[code];
  const requestId = randomUUID();
  if (request !== undefined) refusals.set(request, { code, requestId });
  const body = problemText(code, { requestId, target: request?.url ?? "/" });
  const fields = {
    "content-type": "application/problem+json",
    "content-length": String(Buffer.byteLength(body)),
    "x-request-id": requestId,
    connection: "close",
    ...(status === 405 && { allow: "GET, HEAD" }),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.on("error", () => socket.destroy());
  // The socket is half open after its end, so a client that never closes its side would keep the descriptor.
  const timer = setTimeout(() => socket.destroy(), closeGraceMs).unref();
  socket.once("close", () => clearTimeout(timer));
  // With unread bytes, the end would become a reset, which can overtake the problem.
  socket.resume();
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${request?.method === "HEAD" ? "" : body}`,
  );
}
