import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What the service is compared with: `node:http` alone, which sends the bytes that it is given in `BENCH_RESPONSES`. Prints its
 * origin.
 */

/** A response of the service; its fields are a flat list of names and values. */
export interface RecordedResponse {
  readonly fields: string[];
  readonly body: string;
}

const [get, patch, list] = JSON.parse(process.env.BENCH_RESPONSES ?? "[]") as RecordedResponse[];

const server = createServer((request, response) => {
  const recorded = request.method === "PATCH" ? patch : request.url?.includes("?") ? list : get;
  request.resume().on("end", () => response.writeHead(200, recorded?.fields).end(recorded?.body));
});
server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
});
