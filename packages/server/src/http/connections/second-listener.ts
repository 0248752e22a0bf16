import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Where to listen. */
export interface ListenAddress {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** A second port of a server. */
export interface SecondListener {
  /** Resolves to the origin. */
  listen(address: ListenAddress): Promise<string>;
  /** Accepts no more connections, and resolves once the server has closed those that are open. */
  close(): Promise<void>;
}

/**
 * Makes a second port of a server. Node.js accepts one connection of a port in each turn of its event loop, so
 * connections to this one do not wait for those to the first.
 */
export function createSecondListener(server: Server): SecondListener {
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
    server.emit("connection", socket),
  );
  return {
    async listen({ host, port }) {
      await once(listener.listen(port, host), "listening");
      const { port: taken } = listener.address() as { readonly port: number };
      return `http://${host.includes(":") ? `[${host}]` : host}:${taken}`;
    },
    async close() {
      if (listener.listening) await once(listener.close(), "close");
    },
  };
}
