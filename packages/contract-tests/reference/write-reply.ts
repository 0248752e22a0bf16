import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { Exchange, Reply } from "./exchange.ts";
import { pause, type World } from "./world.ts";

/** Writes a reply; HEAD only gets the headers. */
export async function writeReply(
  world: World,
  exchange: Exchange,
  response: ServerResponse,
  reply: Reply,
): Promise<void> {
  const { request, method } = exchange;
  if (world.bug("large-body-resets") && reply.status === 413) {
    request.socket.destroy();
    return;
  }
  if (world.variant("slow-responses")) await pause(15 + Math.random() * 25);
  const { headers, content } = encode(world, exchange, reply);
  if (reply.body === undefined && reply.status !== 204) headers["Content-Length"] = "0";
  response.sendDate = true;
  response.writeHead(reply.status, named(world, headers));
  if (method === "HEAD") {
    response.end();
    if (world.bug("head-with-body")) request.socket.write(content);
    return;
  }
  if (world.variant("chunked-bodies")) {
    for (let at = 0; at < content.length; at += 97) response.write(content.subarray(at, at + 97));
    response.end();
    return;
  }
  response.end(content);
}

interface Encoded {
  readonly headers: Record<string, string>;
  readonly content: Buffer;
}

function encode(world: World, exchange: Exchange, reply: Reply): Encoded {
  const headers = { ...reply.headers };
  let content = bytesOf(world, reply);
  if (world.variant("charset-on-json") && headers["Content-Type"]?.endsWith("json")) {
    headers["Content-Type"] += "; charset=utf-8";
  }
  if (world.variant("etags")) {
    headers.ETag = `W/"${createHash("sha1").update(content).digest("base64url")}"`;
  }
  if (world.variant("extra-headers")) {
    headers["Cache-Control"] = "no-store";
    headers["Strict-Transport-Security"] = "max-age=31536000";
    headers.Server = "nginx";
    headers.Vary = "Origin";
  }
  if (world.variant("connections-closed")) headers.Connection = "close";
  if (world.variant("gzip") && /\bgzip\b/.test(String(exchange.request.headers["accept-encoding"] ?? ""))) {
    content = gzipSync(content);
    headers["Content-Encoding"] = "gzip";
    headers.Vary = "Accept-Encoding";
  }
  if (!world.variant("chunked-bodies") && reply.body !== undefined) {
    headers["Content-Length"] = String(lengthOf(world, exchange, reply, content));
  }
  return { headers, content };
}

function bytesOf(world: World, { body }: Reply): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (typeof body === "string") return Buffer.from(body);
  const ordered = world.variant("keys-in-other-order") ? reversed(body) : body;
  const text = world.variant("indented-json")
    ? `${JSON.stringify(ordered, null, 2)}\n`
    : JSON.stringify(ordered);
  if (world.bug("response-in-latin1")) return Buffer.from(text, "latin1");
  // An escaped character is the same character; some serializers only write ASCII.
  const escaped = text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return Buffer.from(world.variant("ascii-json") ? escaped : text);
}

function lengthOf(world: World, { method }: Exchange, { body }: Reply, content: Buffer): number {
  if (method === "HEAD" && world.bug("head-length-is-zero")) return 0;
  if (world.bug("content-length-in-characters")) return JSON.stringify(body).length;
  return content.length;
}

/** Reverses the members of every object in a value. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

function named(world: World, headers: Readonly<Record<string, string>>): Record<string, string> {
  if (!world.variant("lower-case-headers")) return { ...headers };
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
