import { readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

/** Limits of connections. */
export interface ConnectionLimits {
  readonly maxConnections: number;
  /** The largest request body, in bytes; a longer one closes the connection after the response. */
  readonly maxBodyBytes: number;
}

/** The connections of a server. */
export interface Connections {
  /** Number of open connections. */
  count(): number;
  /** Adds `Connection: close` to each response from now on, so that clients move elsewhere without losing a request. */
  drain(): void;
  /** Closes connections that have not sent a request, after a moment in which they can. */
  closeSilent(): void;
  /**
   * Whether a request followed one whose response closes the connection, so that its own response could not be sent.
   */
  isBehindTheLast(request: IncomingMessage): boolean;
  /** The unfinished responses of a connection, oldest first. */
  pending(socket: Duplex): readonly ServerResponse[];
}

/** How many file descriptors are reserved for the database and for steps. */
const reservedDescriptors = 100;
/** How many connections are accepted even if there are too few descriptors. */
const minConnections = 10;

/** How long a connection may stay silent after the server begins to close, in milliseconds. */
const silentGraceMs = 500;

/**
 * How many connections this process's descriptor limit allows, which Node.js has raised as far as it may. Only Linux
 * shows it.
 */
function connectionsWithinDescriptors(): number {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return Math.max(minConnections, Number(limit ?? Infinity) - reservedDescriptors);
  } catch {
    return Infinity;
  }
}

/**
 * Limits the number of connections. Node.js would refuse the newest, so silent connections could lock all clients out.
 * Instead, this closes the oldest that has not sent a request. If all have sent one, the new connection is refused and
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
    // Node.js reads the rest of a body before the next request, however long.
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
