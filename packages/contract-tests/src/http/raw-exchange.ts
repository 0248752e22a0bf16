import { connect } from "node:net";
import { connect as connectSecurely } from "node:tls";
import type { Operation } from "@compute-host/openapi/model";
import { carriedBy, credentialFields, withCredentialQuery } from "./carried-credentials.ts";
import type { Sender } from "./exchange.ts";

/** A request as sent on the wire. */
export interface RawRequest {
  readonly method: string;
  /** The path and query, sent without normalisation. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The operation whose credentials to send. @default none are sent */
  readonly authenticatesFor?: Operation;
}

/** A response as received on the wire. */
export interface RawResponse {
  /** 0 if no HTTP response arrived. */
  readonly status: number;
  readonly headers: Headers;
  /** Everything after the header fields. */
  readonly rest: string;
}

/**
 * Sends a request without a body on its own socket, because HTTP clients discard a body after HEAD and resolve dots
 * in a path before they send it.
 */
export function rawExchange(sender: Sender, request: RawRequest): Promise<RawResponse> {
  const base = new URL(sender.baseUrl);
  const isSecure = base.protocol === "https:";
  const port = Number(base.port || (isSecure ? 443 : 80));
  const host = base.hostname.replace(/^\[(.*)\]$/, "$1");
  const { authenticatesFor: operation } = request;
  const carried = operation === undefined ? [] : carriedBy(sender, operation);
  const url = withCredentialQuery(request.url, carried, "value");
  const lines = [
    `${request.method} ${base.pathname.replace(/\/$/, "")}${url} HTTP/1.1`,
    `Host: ${base.host}`,
    ...[...Object.entries(request.headers ?? {}), ...credentialFields(carried, "value")].map(
      ([name, value]) => `${name}: ${value}`,
    ),
    ...(["HEAD", "GET"].includes(request.method) ? [] : ["Content-Length: 0"]),
    "Connection: close",
  ];
  return new Promise((resolve, reject) => {
    const socket = isSecure ? connectSecurely({ host, port, servername: host }) : connect({ host, port });
    let text = "";
    socket.setEncoding("latin1");
    socket.setTimeout(sender.timeoutMs, () => socket.destroy(new Error(`${request.url} got no response.`)));
    socket.on("data", (chunk) => (text += chunk));
    socket.on("error", reject);
    socket.on("close", () => resolve(parseResponse(text)));
    socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  });
}

function parseResponse(text: string): RawResponse {
  const end = text.indexOf("\r\n\r\n");
  const [statusLine = "", ...fields] = text.slice(0, Math.max(end, 0)).split("\r\n");
  const headers = new Headers();
  for (const field of fields) {
    const colon = field.indexOf(":");
    headers.append(field.slice(0, colon), field.slice(colon + 1).trim());
  }
  return { status: Number(statusLine.split(" ")[1] ?? 0), headers, rest: text.slice(end + 4) };
}
