import { connect, isIP } from "node:net";
import { connect as connectSecurely } from "node:tls";
import type { Operation } from "@compute-host/openapi";
import { authorizationField, bearerOf, noCredentials } from "./carried-credentials.ts";
import { type Exchange, NoResponseError, type Sender } from "./exchange.ts";

/** A request as sent on the wire. */
export interface RawRequest {
  readonly method: string;
  /** The path and query, sent without normalisation. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The operation that the request is about. */
  readonly operation: Operation;
  readonly body?: string;
  /** Whether to send the token. @default false */
  readonly isAuthenticated?: boolean;
}

/**
 * Sends a request on its own socket, because HTTP clients discard a body after HEAD, send none with GET, and resolve
 * dots in a path before they send it.
 *
 * @returns the exchange, with everything after the header fields as its text, and status 0 if no HTTP response arrived
 */
export function rawExchange(sender: Sender, request: RawRequest): Promise<Exchange> {
  const base = new URL(sender.baseUrl);
  const isSecure = base.protocol === "https:";
  const port = Number(base.port || (isSecure ? 443 : 80));
  const host = base.hostname.replace(/^\[(.*)\]$/, "$1");
  const { method, url, operation, body = "", isAuthenticated = false } = request;
  const authorization = isAuthenticated ? bearerOf(sender) : noCredentials;
  const fieldsAs = (text: "value" | "shown") => [
    ...Object.entries(request.headers ?? {}),
    ...authorizationField(authorization, text),
  ];
  const startedAt = performance.now();
  const lines = [
    `${method} ${base.pathname.replace(/\/$/, "")}${url} HTTP/1.1`,
    `Host: ${base.host}`,
    ...fieldsAs("value").map(([name, value]) => `${name}: ${value}`),
    ...(body === "" && ["HEAD", "GET", "TRACE"].includes(method)
      ? []
      : [`Content-Length: ${Buffer.byteLength(body)}`]),
    "Connection: close",
  ];
  return new Promise((resolve, reject) => {
    // TLS names a host that is no address (RFC 6066, section 3).
    const name = isIP(host) === 0 ? { servername: host } : {};
    const socket = isSecure ? connectSecurely({ host, port, ...name }) : connect({ host, port });
    let text = "";
    socket.setEncoding("latin1");
    // A limit of the whole exchange: a response that never ends keeps its socket from being idle.
    const late = () => socket.destroy(new Error(`within ${sender.timeoutMs} ms`));
    const timer = setTimeout(late, sender.timeoutMs);
    socket.on("data", (chunk) => (text += chunk));
    socket.on("error", (cause: NodeJS.ErrnoException) => {
      // A service may respond and close the connection without reading the body, which can discard the response.
      if (cause.code === "ECONNRESET" && (body !== "" || parseResponse(text).status > 0)) return;
      reject(
        new NoResponseError(`${method} ${url} got no response (${cause.code ?? cause.message}).`, {
          cause,
        }),
      );
    });
    socket.on("close", () => {
      clearTimeout(timer);
      resolve({
        operation,
        method,
        url,
        sentHeaders: fieldsAs("shown"),
        sentBody: request.body,
        ...parseResponse(text),
        isUtf8: true,
        json: undefined,
        startedAt,
        durationMs: performance.now() - startedAt,
      });
    });
    socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
  });
}

function parseResponse(text: string): Pick<Exchange, "status" | "headers" | "text"> {
  const end = text.indexOf("\r\n\r\n");
  // Any number of interim responses may come before the final one (RFC 9110, section 15.2).
  if (end >= 0 && /^HTTP\/1\.\d 1\d\d/.test(text)) return parseResponse(text.slice(end + 4));
  const [statusLine = "", ...fields] = text.slice(0, Math.max(end, 0)).split("\r\n");
  const headers = new Headers();
  for (const field of fields) {
    const colon = field.indexOf(":");
    headers.append(field.slice(0, colon), field.slice(colon + 1).trim());
  }
  return { status: Number(statusLine.split(" ")[1] ?? 0), headers, text: text.slice(end + 4) };
}
