import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { loadApi } from "../openapi/load-api.ts";
import { NoResponseError } from "./exchange.ts";
import { rawExchange } from "./raw-exchange.ts";

test("a response that never ends is cut off at the limit", async () => {
  const server = createServer((_request, response) => {
    const timer = setInterval(() => response.write("x"), 10);
    response.on("close", () => clearInterval(timer));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sender = { baseUrl, token: "t", fetch, timeoutMs: 500 };
  const request = { method: "GET", url: "/", operation: loadApi().operation("listComputers") };
  await expect(rawExchange(sender, request)).rejects.toThrow(NoResponseError);
  server.close();
});
