import { computer, json, startServer } from "../misbehaving-server.ts";
import { describeEnding, endOf, type Probe } from "./probe.ts";

/** How clients handle responses that break the spec. */
export const bodyProbes: readonly Probe[] = [
  {
    title: "The body stalls; timeout 300 ms",
    expected: "TimeoutError",
    async run(subject) {
      const { baseUrl } = await startServer((response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"id":');
      });
      const client = await subject.create({ baseUrl, timeoutMs: 300 });
      return describeEnding(await endOf(client.get("cmp_1")));
    },
  },
  {
    title: "500 with an empty body",
    expected: "ServerError 500",
    async run(subject) {
      const { baseUrl } = await startServer((response) =>
        response.writeHead(500, { "content-length": 0 }).end(),
      );
      const client = await subject.create({ baseUrl });
      return describeEnding(await endOf(client.retryInstallDeps("cmp_1")));
    },
  },
  ...(
    [
      ["HTML", "text/html", "<!doctype html><title>Sign in</title>"],
      ["no body", "application/json", ""],
      ["broken JSON", "application/json", '{"id":"cmp_1"'],
    ] as const
  ).map(
    ([what, type, body]): Probe => ({
      title: `200 with ${what}`,
      expected: "InvalidResponseError 200",
      async run(subject) {
        const { baseUrl } = await startServer((response) =>
          response.writeHead(200, { "content-type": type, "x-request-id": "req-1" }).end(body),
        );
        const client = await subject.create({ baseUrl });
        return describeEnding(await endOf(client.get("cmp_1")));
      },
    }),
  ),
  {
    title: "The connection breaks in the middle of the first response to a GET",
    expected: "GET again, returns an object",
    async run(subject) {
      const { baseUrl, received } = await startServer((response, _request, index) => {
        if (index > 0) return json(response, 200, computer);
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"id":', () => response.destroy());
      });
      const client = await subject.create({ baseUrl });
      const ending = describeEnding(await endOf(client.get("cmp_1")));
      return received.length > 1 ? `GET again, ${ending}` : ending;
    },
  },
];
