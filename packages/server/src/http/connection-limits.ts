import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Keeps the number of connections below a limit. Node.js would refuse the newest one, so that connections that say nothing
 * could shut everyone else out: here the oldest one that has not sent a request makes room. Where each has sent one, the
 * new one is refused and the idle ones are closed.
 */
export function limitConnections(server: Server, maxConnections: number): { closeSilent(): void } {
  const silent = new Set<Socket>();
  let open = 0;

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
    if (open > maxConnections) makeRoom(socket);
  });
  server.prependListener("request", (request) => silent.delete(request.socket));
  return {
    closeSilent() {
      for (const socket of silent) socket.destroy();
    },
  };
}
