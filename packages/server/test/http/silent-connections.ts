import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Opens connections that stay open on this side whatever the server does. */
export async function openSilently(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (let opened = 0; opened < count; opened += 500) {
    const batch = Array.from({ length: Math.min(500, count - opened) }, () =>
      connect({ port, host: "127.0.0.1", allowHalfOpen: true }),
    );
    sockets.push(...batch);
    await Promise.all(
      batch.map(
        (socket) =>
          new Promise<void>((resolve) => {
            socket.on("error", () => resolve()).once("connect", () => resolve());
          }),
      ),
    );
  }
  return sockets;
}
