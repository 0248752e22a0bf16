/** Answers every request with one computer, in a process of its own, so that it does not share the client's core. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const body = JSON.stringify({
  id: "cmp_1",
  name: "build-box",
  providerType: "managed",
  createdAt: 1795102800000,
});
const headers = {
  "content-type": "application/json",
  "content-length": body.length,
  "x-request-id": "req-1",
};
const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit());
