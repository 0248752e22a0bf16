import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that systems choose for connections and servers, which could take one before its user listens, or
 * between two starts.
 */
const first = 10_000;
const count = 22_000;
/** Each process starts at a different port. */
let next = process.pid * 32;

/** Finds a port of the loopback address on which nothing listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + (next++ % count);
    const server = createServer();
    const isFree = await once(server.listen(port, "127.0.0.1"), "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
