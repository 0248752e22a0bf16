import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Opens connections that stay open on this side whatever the server does. */
export async function openSilently(port: number, count: number): Promise<Socket[]> {
  const sockets = Array.from({ length: count }, () =>
    connect({ port, host: "127.0.0.1", allowHalfOpen: true }),
  );
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve) => {
          socket.on("error", () => resolve()).once("connect", () => resolve());
        }),
    ),
  );
  return sockets;
}
