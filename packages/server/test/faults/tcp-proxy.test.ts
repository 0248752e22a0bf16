import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { TcpProxy } from "./tcp-proxy.ts";

/** A server that sends back what it gets, a proxy in front of it, and a connection through it. */
async function connectThroughProxy() {
  const received: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.setEncoding("utf8").on("data", (text: string) => {
      received.push(text);
      socket.write(text.toUpperCase());
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy = await TcpProxy.start((server.address() as AddressInfo).port);
  onTestFinished(async () => {
    await proxy[Symbol.asyncDispose]();
    server.close();
  });
  return { proxy, received, caller: await open(proxy) };
}

async function open(proxy: TcpProxy): Promise<Socket> {
  const socket = connect({ port: proxy.port, host: "127.0.0.1" }).setEncoding("utf8");
  socket.on("error", () => {});
  await once(socket, "connect");
  onTestFinished(() => void socket.destroy());
  return socket;
}

function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()));
}

async function ask(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  return (await once(socket, "data", { signal: AbortSignal.timeout(60_000) }))[0] as string;
}

test("passes bytes on in both directions", async () => {
  const { caller } = await connectThroughProxy();
  expect(await ask(caller, "a")).toBe("A");
});

test("delays them", async () => {
  const { proxy, caller } = await connectThroughProxy();
  proxy.delayMs = 50;
  const startedAt = performance.now();
  expect(await ask(caller, "a")).toBe("A");
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(95);
});

test("holds them until released, in order", async () => {
  const { proxy, caller, received } = await connectThroughProxy();
  proxy.let("pass", "hold");
  caller.write("a");
  await expect.poll(() => received).toEqual(["a"]);
  caller.write("b");
  await expect.poll(() => received).toEqual(["a", "b"]);
  expect(caller.bytesRead).toBe(0);
  const texts: string[] = [];
  caller.on("data", (text: string) => texts.push(text));
  proxy.heal();
  await expect.poll(() => texts.join("")).toBe("AB");
});

test("loses the response of a request that has arrived, and then the connection", async () => {
  const { proxy, caller, received } = await connectThroughProxy();
  proxy.let("pass", "drop");
  caller.write("a");
  await expect.poll(() => received).toEqual(["a"]);
  expect([caller.bytesRead, caller.destroyed]).toEqual([0, false]);
  const isClosed = closed(caller);
  proxy.heal();
  await isClosed;
  expect(await ask(await open(proxy), "b")).toBe("B");
});

test("breaks connections, and refuses new ones until it is repaired", async () => {
  const { proxy, caller } = await connectThroughProxy();
  const isClosed = closed(caller);
  proxy.cut();
  await isClosed;
  const refused = connect({ port: proxy.port, host: "127.0.0.1" }).on("error", () => {});
  await closed(refused);
  proxy.heal();
  expect(await ask(await open(proxy), "b")).toBe("B");
});
