import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { createApiSpec } from "../spec/api-spec.ts";
import { loadSpecDocument } from "../spec/spec-document.ts";
import { exchange, type Sender } from "./exchange.ts";

const spec = createApiSpec(await loadSpecDocument());
const operation = spec.operation("getComputer");
const received: { url: string | undefined; headers: NodeJS.Dict<string | string[]> }[] = [];

/** Answers every path but one, to which it sends half an answer. */
const server = createServer(({ url, headers }, response) => {
  received.push({ url, headers });
  if (url?.endsWith("/stalls")) response.write('{"id":');
  else response.end("{}");
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const { port } = server.address() as AddressInfo;
const sender: Sender = {
  baseUrl: `http://127.0.0.1:${port}`,
  token: "secret-token",
  fetch: globalThis.fetch,
  timeoutMs: 10_000,
};

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("the time limit covers the body", async () => {
  const stalled = exchange({ ...sender, timeoutMs: 200 }, { operation, path: { computerId: "stalls" } });
  await expect(stalled).rejects.toThrow("got no whole answer from http://127.0.0.1");
  await expect(stalled).rejects.toThrow("within 200 ms");
});

test("an id is one segment of the path, whatever is in it", async () => {
  await exchange(sender, { operation, path: { computerId: "../a b" } });
  expect(received.at(-1)?.url).toBe("/api/v0/computers/..%2Fa%20b");
});

test("a body is sent without a content type when the case asks for none", async () => {
  const update = spec.operation("updateComputer");
  await exchange(sender, { operation: update, path: { computerId: "x" }, rawBody: "{}", contentType: null });
  expect(received.at(-1)?.headers["content-type"]).toBeUndefined();
});

test("what is shown of an exchange holds no token", async () => {
  const answer = await exchange(sender, { operation, path: { computerId: "x" } });
  expect(received.at(-1)?.headers.authorization).toBe("Bearer secret-token");
  expect(JSON.stringify(answer)).not.toContain("secret-token");
});
