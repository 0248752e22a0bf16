import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../src/index.ts";
import { openSilently } from "./silent-connections.ts";

/** Computers whose list is longer than a connection's buffers. */
const longList = Array.from({ length: 4_000 }, (_, index) => ({
  name: `c-${index}`,
  providerType: "byom" as const,
  hostname: "h".repeat(2_000),
  provisioningSteps: [],
}));

test("silent connections that never close do not lock callers out, and are all closed", async () => {
  await using server = await startServer({ limits: { maxConnections: 20, headersTimeoutMs: 500 } });
  const descriptors = () => readdirSync("/proc/self/fd").length;
  const before = descriptors();
  await openSilently(Number(new URL(server.baseUrl).port), 40);
  expect((await fetch(`${server.baseUrl}/api/v0/computers`)).status).toBe(401);
  // The test's ends stay open.
  await expect.poll(descriptors).toBeLessThan(before + 40 + 5);
});

test("a connection that has sent a request is not dropped for newer ones", async () => {
  await using server = await startServer({ limits: { maxConnections: 20 } });
  const port = Number(new URL(server.baseUrl).port);
  const response = (socket: Socket) =>
    new Promise<string>((resolve, reject) => {
      socket.once("data", (data) => resolve(String(data))).once("close", () => reject(new Error("closed")));
      socket.write("GET /api/v0/computers HTTP/1.1\r\nHost: a\r\n\r\n");
    });
  const [first] = (await openSilently(port, 1)) as [Socket];
  expect(await response(first)).toContain("401");
  await openSilently(port, 40);
  expect(await response(first)).toContain("401");
});

test("a client that reads nothing is disconnected, and its further requests are not processed", async () => {
  const begun: string[] = [];
  await using server = await startServer({
    limits: { inactivityTimeoutMs: 500 },
    observe: ({ requestId }) => begun.push(requestId),
    computers: longList,
  });
  const request = `GET /api/v0/computers HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${server.apiKey}\r\n\r\n`;
  const socket = connect({ port: Number(new URL(server.baseUrl).port), host: "127.0.0.1" }).pause();
  const closed = new Promise<void>((resolve) => {
    socket.on("error", () => {}).once("close", () => resolve());
  });
  socket.write(request.repeat(50));
  // A paused socket notices the end only by a failed write.
  const probe = setInterval(() => socket.write("x"), 100);
  onTestFinished(() => clearInterval(probe));
  await closed;
  expect(begun).toHaveLength(1);
});

test("an owner gets eight long lists at a time, and a ninth when one of them ends", async () => {
  await using server = await startServer({ computers: longList });
  const port = Number(new URL(server.baseUrl).port);
  const get = (key: string) =>
    `GET /api/v0/computers HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const open = () => {
    const socket = connect({ port, host: "127.0.0.1" }).on("error", () => {});
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  const readers = Array.from({ length: 8 }, () => {
    const socket = open().pause();
    socket.write(get(server.apiKey));
    return socket;
  });
  let received = 0;
  const ninth = open().on("data", (chunk: Buffer) => {
    received += chunk.length;
  });
  // The eight have begun to receive their lists before the ninth asks.
  await Promise.all(readers.map((socket) => once(socket, "readable")));
  const health = () => fetch(`${server.baseUrl}/api/v0/computers/x`, { signal: AbortSignal.timeout(60_000) });
  ninth.write(get(server.apiKey));
  for (let call = 0; call < 20; call++) await (await health()).arrayBuffer();
  expect(received).toBeLessThan(1_000);
  readers[0]?.destroy();
  await expect.poll(() => received).toBeGreaterThan(4_000_000);
  for (const socket of [...readers, ninth]) socket.destroy();
});
