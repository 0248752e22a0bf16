import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { LoadBalancer } from "../../cluster/load-balancer.ts";

interface Node {
  readonly url: string;
  readonly server: Server;
  isReady: boolean;
}

/** A node that says its name and what it was sent. */
async function startNode(name: string): Promise<Node> {
  const server = createServer(async (request, response) => {
    if (request.url === "/readyz") return void response.writeHead(node.isReady ? 200 : 503).end();
    if (request.url === "/broken") return void request.socket.destroy();
    response.setHeader("connection", "close");
    response.end(`${name} ${request.method} ${await text(request)}`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const node = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, isReady: true };
  onTestFinished(() => void server.close());
  return node;
}

async function balance(...nodes: readonly Node[]) {
  const balancer = await LoadBalancer.start({ nodes: new Set(nodes.map(({ url }) => url)) });
  onTestFinished(() => balancer[Symbol.asyncDispose]());
  const send = async (path = "/", init?: RequestInit) => {
    const response = await fetch(balancer.url + path, { ...init, signal: AbortSignal.timeout(60_000) });
    return `${response.status} ${await response.text()}`;
  };
  return { balancer, send };
}

test("spreads requests over the nodes, with their bodies", async () => {
  const { send } = await balance(await startNode("a"), await startNode("b"));
  const init = { method: "PATCH", body: "{}" };
  const responses = [await send("/", init), await send("/", init)];
  expect(responses.toSorted()).toEqual(["200 a PATCH {}", "200 b PATCH {}"]);
});

test("leaves out a node that is not ready, until it is", async () => {
  const [a, b] = [await startNode("a"), await startNode("b")];
  const { balancer, send } = await balance(a, b);
  a.isReady = false;
  await expect.poll(() => [...balancer.ready]).toEqual([b.url]);
  expect([await send(), await send()]).toEqual(["200 b GET ", "200 b GET "]);
  a.isReady = true;
  await expect.poll(() => balancer.ready.size).toBe(2);
});

test("sends a request to another node if the first one has not received it", async () => {
  const [a, b] = [await startNode("a"), await startNode("b")];
  const { send } = await balance(a, b);
  a.server.close();
  a.server.closeAllConnections();
  const init = { method: "POST", body: "x" };
  expect([await send("/", init), await send("/", init)]).toEqual(["200 b POST x", "200 b POST x"]);
});

test("does not repeat a request that a node may have processed", async () => {
  const { send } = await balance(await startNode("a"), await startNode("b"));
  expect(await send("/broken", { method: "POST" })).toBe("502 ");
});

test("is unavailable without a node", async () => {
  const { send } = await balance();
  expect(await send()).toBe("503 ");
});
