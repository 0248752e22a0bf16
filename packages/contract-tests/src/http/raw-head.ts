import { connect } from "node:net";
import { connect as connectSecurely } from "node:tls";
import type { Sender } from "./exchange.ts";

/** A response to HEAD as it came over the wire. */
export interface RawHead {
  readonly status: number;
  readonly headers: Headers;
  /** What came after the header fields: nothing, in a right response. */
  readonly rest: string;
}

/** Sends HEAD on a socket of its own, since HTTP clients throw away a body that must not be there. */
export function rawHead(sender: Sender, url: string): Promise<RawHead> {
  const base = new URL(sender.baseUrl);
  const isSecure = base.protocol === "https:";
  const port = Number(base.port || (isSecure ? 443 : 80));
  const host = base.hostname.replace(/^\[(.*)\]$/, "$1");
  const request = [
    `HEAD ${base.pathname.replace(/\/$/, "")}${url} HTTP/1.1`,
    `Host: ${base.host}`,
    `Authorization: Bearer ${sender.token}`,
    "Connection: close",
  ];
  return new Promise((resolve, reject) => {
    const socket = isSecure ? connectSecurely({ host, port, servername: host }) : connect({ host, port });
    let text = "";
    socket.setEncoding("latin1");
    socket.setTimeout(sender.timeoutMs, () => socket.destroy(new Error(`HEAD ${url} got no response.`)));
    socket.on("data", (chunk) => (text += chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(parseHead(text)));
    socket.write(`${request.join("\r\n")}\r\n\r\n`);
  });
}

function parseHead(text: string): RawHead {
  const end = text.indexOf("\r\n\r\n");
  const [statusLine = "", ...fields] = text.slice(0, Math.max(end, 0)).split("\r\n");
  const headers = new Headers();
  for (const field of fields) {
    const colon = field.indexOf(":");
    headers.append(field.slice(0, colon), field.slice(colon + 1).trim());
  }
  return { status: Number(statusLine.split(" ")[1]), headers, rest: text.slice(end + 4) };
}
