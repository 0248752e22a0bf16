import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy's action on bytes to the server: pass them, or end the connection before or after them. */
export type ProxyDecision = "pass" | "cut-before" | "cut-after";

/** A proxy between a client and a server on this machine. */
export interface TcpProxy {
  readonly port: number;
  /** @default passes everything */
  decide: (sent: Buffer) => ProxyDecision;
  /** Ends all connections; further ones lead to another port. */
  redirect(serverPort: number): void;
  close(): Promise<void>;
}

/** Starts a proxy in front of a port of loopback. */
export async function startTcpProxy(serverPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let targetPort = serverPort;
  const server = createServer((client) => {
    const upstream = connect(targetPort, "127.0.0.1");
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
    }
    client.on("close", () => upstream.end());
    upstream.on("close", end).on("data", (bytes) => client.write(bytes));
    client.on("data", (bytes) => {
      const decision = proxy.decide(bytes);
      if (decision === "cut-before") return end();
      // The client receives nothing more, and the server still processes the request.
      if (decision === "cut-after") client.destroy();
      upstream.write(bytes);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    decide: () => "pass",
    redirect(port) {
      targetPort = port;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
  return proxy;
}
