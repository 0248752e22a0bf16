import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { RecordedResponses } from "./recorded-responses.ts";

/**
 * What everything is compared with: `node:http` alone, which sends the recorded bytes. Takes the path of the recorded
 * responses and prints its origin.
 */

const responses = JSON.parse(readFileSync(process.argv[2] as string, "utf8")) as RecordedResponses;

const server = createServer((request, response) => {
  if (request.method === "PATCH") {
    request.on("data", () => undefined);
    request.on("end", () => {
      response.writeHead(responses.patch.status, responses.patch.headers).end(responses.patch.body);
    });
    return;
  }
  const { status, headers, body } = request.url?.includes("/computers/")
    ? responses.get
    : responses.listWithSteps;
  response.writeHead(status, headers).end(body);
});

server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
});
process.on("SIGTERM", () => process.exit(0));
