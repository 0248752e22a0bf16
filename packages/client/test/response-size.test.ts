import { createGzip } from "node:zlib";
import { expect, test } from "vitest";
import { createClient } from "../src/index.ts";
import { computer, json, startServer } from "./misbehaving-server.ts";
import { rejectionOf } from "./rejection-of.ts";

test("reads a small response that decompresses to a very large one only up to the limit", async () => {
  let sent = 0;
  const { baseUrl } = await startServer((response) => {
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
    const gzip = createGzip();
    gzip.pipe(response);
    const chunk = Buffer.alloc(1 << 20, " ");
    const write = () => {
      while (!response.destroyed && sent < 500) {
        sent++;
        if (!gzip.write(chunk)) return gzip.once("drain", write);
      }
      return gzip.end();
    };
    write();
  });
  const { computers } = createClient({ baseUrl, token: "key", maxResponseBytes: 1 << 20 });
  const error = await rejectionOf(computers.get("cmp_1"));
  expect(error).toMatchObject({ name: "InvalidResponseError", status: 200, attempts: 1 });
  expect(error.message).toContain("with a body over maxResponseBytes");
  expect(sent).toBeLessThan(500);
});

test("the limit counts bytes: a body of exactly that size passes", async () => {
  const text = JSON.stringify({ ...computer, name: "ü".repeat(10) });
  const bytes = Buffer.byteLength(text);
  const { baseUrl } = await startServer((response) => response.end(text));
  const { computers } = createClient({ baseUrl, token: "key", maxResponseBytes: bytes });
  expect(await computers.get("cmp_1")).toMatchObject({ name: "üüüüüüüüüü" });
  expect(await rejectionOf(computers.get("cmp_1", { maxResponseBytes: bytes - 1 }))).toMatchObject({
    name: "InvalidResponseError",
  });
});

test("an error that is too large is still the error of its status", async () => {
  const { baseUrl } = await startServer((response) => json(response, 409, { detail: "x".repeat(10_000) }));
  const { computers } = createClient({ baseUrl, token: "key", maxResponseBytes: 100 });
  const error = await rejectionOf(computers.get("cmp_1"));
  expect(error).toMatchObject({ name: "ConflictError", status: 409 });
});

test("of an error, at most 1 MiB is read", async () => {
  let sent = 0;
  const { baseUrl } = await startServer((response) => {
    response.writeHead(500);
    const chunk = Buffer.alloc(1 << 20, "x");
    const write = () => {
      if (sent++ < 100) response.write(chunk, () => setImmediate(write));
      else response.end();
    };
    write();
  });
  const { computers } = createClient({ baseUrl, token: "key", maxRetries: 0 });
  const error = await rejectionOf(computers.get("cmp_1"));
  expect(error).toMatchObject({ name: "ServerError", body: "x".repeat(2_000) });
  expect(sent).toBeLessThan(100);
});

test("a long body is cut between two characters", async () => {
  const { baseUrl } = await startServer((response) => response.writeHead(500).end(`x${"😀".repeat(3_000)}`));
  const { computers } = createClient({ baseUrl, token: "key", maxRetries: 0 });
  expect((await rejectionOf(computers.get("cmp_1"))).body).toBe(`x${"😀".repeat(1_999)}`);
});

test("reads all of a body in many chunks that split characters", async () => {
  const text = JSON.stringify({ ...computer, name: "äöü€😀".repeat(50) });
  const { baseUrl } = await startServer(async (response) => {
    for (const byte of Buffer.from(text)) {
      response.write(Buffer.of(byte));
      if (byte > 127) await new Promise(setImmediate);
    }
    response.end();
  });
  const { computers } = createClient({ baseUrl, token: "key" });
  expect(await computers.get("cmp_1")).toEqual(JSON.parse(text));
});

test("reads a response without a stream, as in React Native, as text", async () => {
  const fetch = async () =>
    ({
      ok: true,
      status: 200,
      headers: new Headers(),
      text: async () => JSON.stringify(computer),
    }) as Response;
  const { computers } = createClient({ baseUrl: "http://a", token: "key", fetch });
  expect(await computers.get("cmp_1")).toEqual(computer);
  expect(await rejectionOf(computers.get("cmp_1", { maxResponseBytes: 5 }))).toMatchObject({ status: 200 });
});
