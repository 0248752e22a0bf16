import { once } from "node:events";
import { connect } from "node:net";
import type { StartedServer } from "../../src/index.ts";
import type { ApiResponse } from "./api-client.ts";

/** How long a server may take to respond, in milliseconds. */
const limitMs = 60_000;

/** Sends raw bytes, and reads one response, up to its length or to the end of the connection. */
export async function sendRaw({ baseUrl }: StartedServer, bytes: string): Promise<ApiResponse> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port), signal: AbortSignal.timeout(limitMs) });
  await once(socket, "connect");
  socket.write(bytes);
  let received = "";
  socket.setEncoding("utf8");
  for await (const chunk of socket) {
    received += chunk as string;
    if (isWhole(received)) break;
  }
  socket.destroy();
  return parseResponse(received);
}

function isWhole(received: string): boolean {
  const end = received.indexOf("\r\n\r\n");
  const length = /^content-length: *(\d+)/im.exec(received.slice(0, Math.max(end, 0)))?.[1];
  return length !== undefined && Buffer.byteLength(received.slice(end + 4)) >= Number(length);
}

function parseResponse(received: string): ApiResponse {
  const [head = "", text = ""] = received.split("\r\n\r\n", 2);
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Headers(lines.map((line) => line.split(/: */, 2) as [string, string]));
  return {
    status: Number(statusLine.split(" ")[1]),
    headers,
    text,
    get json() {
      return JSON.parse(text) as never;
    },
  };
}
