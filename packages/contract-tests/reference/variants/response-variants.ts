import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { type Patch, replies, within } from "../deviation.ts";
import type { Encoded, Exchange } from "../exchange.ts";
import { pause } from "../world.ts";

/** Writes responses otherwise. */
const encodes =
  (change: (encoded: Encoded, exchange: Exchange) => Encoded): Patch =>
  (right) => ({ encode: (exchange, reply) => change(right.encode(exchange, reply), exchange) });

/** Adds header fields to every response. */
const adds = (fields: Readonly<Record<string, string>>): Patch =>
  replies(({ headers }) => Object.assign(headers, fields));

/** Writes JSON otherwise. */
const stringifies =
  (change: (value: unknown, text: string) => string): Patch =>
  (right) => ({ stringify: (value) => (value === undefined ? "" : change(value, right.stringify(value))) });

/** Reverses the members of every object in a value. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([key, inner]) => [key, reversed(inner)] as const);
  return Object.fromEntries(members.reverse());
}

/** Variants in how a response is written. */
export const responseVariants = {
  ...within("UnsupportedMediaType", {
    "charset-on-json": replies(({ headers }) => {
      if (headers["Content-Type"]?.endsWith("json")) headers["Content-Type"] += "; charset=utf-8";
    }),
  }),
  ...within("info", {
    gzip: encodes(({ headers, content }, { request }) => {
      if (!/\bgzip\b/.test(String(request.headers["accept-encoding"]))) return { headers, content };
      const zipped = gzipSync(content);
      const fields = { "Content-Encoding": "gzip", Vary: "Accept-Encoding" };
      return { content: zipped, headers: { ...headers, ...fields, "Content-Length": String(zipped.length) } };
    }),
    "chunked-bodies": (right) => ({
      send(exchange, response, reply) {
        const { headers, content } = right.encode(exchange, reply);
        delete headers["Content-Length"];
        response.writeHead(reply.status, headers);
        for (let at = 0; at < content.length && exchange.method !== "HEAD"; at += 97) {
          response.write(content.subarray(at, at + 97));
        }
        response.end();
      },
    }),
    "connections-closed": adds({ Connection: "close" }),
    "lower-case-headers": encodes(({ headers, content }) => ({
      content,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
    })),
    "extra-headers": adds({
      ...{ "Cache-Control": "no-store", Server: "nginx", Vary: "Origin" },
      "Strict-Transport-Security": "max-age=31536000",
    }),
    "headers-of-each-request": replies(({ headers }, { requestId }) => {
      headers["Server-Timing"] = `app;dur=${requestId.charCodeAt(0) / 10}`;
      if (requestId < "8") headers["X-Cache-Hits"] = "1";
    }),
    etags: encodes(({ headers, content }) => {
      const etag = `W/"${createHash("sha1").update(content).digest("base64url")}"`;
      return { content, headers: { ...headers, ETag: etag } };
    }),
    "early-hints": (right) => ({
      send(exchange, response, reply) {
        response.writeEarlyHints({ link: "</docs>; rel=help" });
        return right.send(exchange, response, reply);
      },
    }),
    "slow-responses": (right) => ({
      async send(exchange, response, reply) {
        await pause(15 + Math.random() * 25);
        await right.send(exchange, response, reply);
      },
    }),
    "indented-json": stringifies((value) => `${JSON.stringify(value, null, 2)}\n`),
    "ascii-json": stringifies((_value, text) =>
      text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    ),
    "keys-in-other-order": stringifies((value) => JSON.stringify(reversed(value))),
  }),
  ...within("methods-and-redirects#1", {
    // As where the list changes by itself between a GET and a HEAD.
    "lengths-that-vary": () => {
      let count = 0;
      return {
        stringify(value) {
          count += 1;
          return value === undefined ? "" : JSON.stringify(value) + " ".repeat(count % 3);
        },
      };
    },
    "options-in-allow": (right) => ({
      methodRefusal: (methods) => right.methodRefusal(["OPTIONS", ...methods]),
    }),
  }),
  ...within("X-Request-Id#1", {
    "short-request-ids": () => {
      let count = 0;
      return {
        newRequestId() {
          count += 1;
          return `r-${count}`;
        },
      };
    },
  }),
  ...within("OtherError#1", {
    "options-is-501": replies((reply, { method }) => {
      if (method === "OPTIONS") Object.assign(reply, { status: 501, body: "" });
    }),
  }),
  ...within("Problem.type#1", {
    "other-problem-words": (right) => ({
      problemReply(exchange, problem) {
        const reply = right.problemReply(exchange, problem);
        const type = `https://errors.example/${problem.kind.replaceAll("-", "_")}`;
        const words = { type, title: `E-${problem.kind}`, detail: "No." };
        return { ...reply, body: { ...(reply.body as object), ...words } };
      },
    }),
  }),
  ...within("ComputerNotFound", {
    "missing-record-is-named": (right) => ({
      problemReply(exchange, problem) {
        const reply = right.problemReply(exchange, problem);
        if (problem.kind !== "computer-not-found") return reply;
        const detail = `There is no ${exchange.route.computerId} at ${exchange.rawPath}.`;
        return { ...reply, body: { ...(reply.body as object), detail } };
      },
    }),
  }),
  ...within("WWW-Authenticate#1", {
    "challenge-parameters": {
      challenge: () =>
        'Bearer realm="compute", error="invalid_token", error_description="Send a valid token"',
    },
  }),
};
