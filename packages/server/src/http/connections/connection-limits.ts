import { readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** Limits of connections. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  /** Bytes of a request body; a longer one closes the connection after the response. */
  readonly maxBodyBytes: number;
}

/** The connections of a server. */
export interface Connections {
  /** Number of open connections. */
  count(): number;
  /** Adds `Connection: close` to each response from now on, so clients move elsewhere without losing a request. */
  drain(): void;
  /** Closes connections that have not sent a request; a new one gets a moment to do so. */
  closeSilent(): void;
  /** Whether a request came behind one whose response closes the connection: its own response could not be sent. */
  isBehindTheLast(request: IncomingMessage): boolean;
  /** The responses on a connection that have not been sent completely, oldest first. */
  pending(socket: Duplex): readonly ServerResponse[];
}

/** The file descriptors that connections leave to the database and to steps. */
const reservedDescriptors = 100;
/** The connections that are accepted however few descriptors there are. */
const minConnections = 10;

/** How long a connection may stay silent once the server closes, in milliseconds. */
const silentGraceMs = 500;

/** How many connections the limit of this process allows, which Node.js has raised as far as it may; only Linux shows it. */
function connectionsWithinDescriptors(): number {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return Math.max(minConnections, Number(limit ?? Infinity) - reservedDescriptors);
  } catch {
    return Infinity;
  }
}

/**
 * Keeps the number of connections below a limit. Node.js would refuse the newest one, so silent connections could shut everyone
 * else out. Here, the oldest one that has not sent a request is closed instead. If all have sent one, the new one is refused and
 * idle ones are closed.
 */
export function limitConnections(
  server: Server,
  { maxConnections, maxBodyBytes }: ConnectionLimits,
): Connections {
  const most = Math.min(maxConnections, connectionsWithinDescriptors());
  const silent = new Set<Socket>();
  const closing = new WeakSet<Socket>();
  const behindTheLast = new WeakSet<IncomingMessage>();
  const responses = new WeakMap<Duplex, ServerResponse[]>();
  const pending = (socket: Duplex) =>
    (responses.get(socket) ?? []).filter(({ writableFinished }) => !writableFinished);
  let open = 0;
  let isDraining = false;

  function makeRoom(newest: Socket): void {
    const [oldest] = silent;
    if (oldest === undefined || oldest === newest) server.closeIdleConnections();
    const dropped = oldest ?? newest;
    silent.delete(dropped);
    dropped.destroy();
  }

  server.on("connection", (socket) => {
    open += 1;
    silent.add(socket);
    socket.once("close", () => {
      open -= 1;
      silent.delete(socket);
    });
    if (open > most) makeRoom(socket);
  });
  server.prependListener("request", (request, response) => {
    const { socket } = request;
    silent.delete(socket);
    if (closing.has(socket)) behindTheLast.add(request);
    responses.set(socket, [...pending(socket), response]);
    // Node.js reads the rest of a body before the next request, however long it is.
    const { "content-length": length, "transfer-encoding": coding } = request.headers;
    const isLong = coding !== undefined || (length !== undefined && Number(length) > maxBodyBytes);
    if (!isLong && !isDraining) return;
    response.shouldKeepAlive = false;
    closing.add(socket);
  });
  return {
    count: () => open,
    pending,
    isBehindTheLast: (request) => behindTheLast.has(request),
    drain() {
      isDraining = true;
    },
    closeSilent() {
      setTimeout(() => {
        for (const socket of silent) socket.destroy();
      }, silentGraceMs);
    },
  };
}
