import { once } from "node:events";
import { connect } from "node:net";

/** How many connections send requests at the same time, each after the previous response. */
const connections = 64;

/**
 * Sends requests to a server for some time, over plain sockets, so that the sender takes little time.
 *
 * @returns how many responses came
 * @throws Error when one is not 200
 */
export async function sendLoad(url: string, nextRequest: () => string, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  const sent = Array.from({ length: connections }, () => sendOneByOne(url, nextRequest, until));
  return (await Promise.all(sent)).reduce((sum, count) => sum + count, 0);
}

async function sendOneByOne(url: string, nextRequest: () => string, until: number): Promise<number> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true }).setEncoding("latin1");
  let count = 0;
  let received = "";
  socket.on("data", (text: string) => {
    received += text;
    const bodyAt = received.indexOf("\r\n\r\n") + 4;
    if (bodyAt < 4) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1]);
    if (received.length < bodyAt + length) return;
    if (!received.startsWith("HTTP/1.1 200 "))
      return void socket.destroy(new Error(received.slice(0, 2_000)));
    count += 1;
    received = "";
    if (performance.now() < until) socket.write(nextRequest());
    else socket.end();
  });
  socket.write(nextRequest());
  await once(socket, "close");
  if (performance.now() < until) throw new Error(`${url} closed a connection`);
  return count;
}

/** A request in bytes. */
export function requestOf(method: string, path: string, token: string, body = ""): string {
  const content = body && `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n${content}\r\n${body}`;
}
