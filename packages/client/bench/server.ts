/** Responds to every request over HTTP, in a process of its own, so that it does not share the client's core. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { answerTo } from "./answer.ts";

const server = createServer(({ url }, response) => {
  const { status, headers, body } = answerTo(url);
  response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit());
