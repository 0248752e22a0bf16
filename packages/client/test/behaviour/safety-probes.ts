import { getEventListeners } from "node:events";
import { createGzip } from "node:zlib";
import { expect, vi } from "vitest";
import { computer, json, problem, startServer } from "../misbehaving-server.ts";
import { describeEnding, endOf, type Probe } from "./probe.ts";

const told = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)) ?? "";

/** Data that a caller or another service should not get from a client. */
export const safetyProbes: readonly Probe[] = [
  {
    title: "PATCH that gets a 303 to another record",
    expected: "rejects: ApiError 303",
    async run(subject) {
      const { baseUrl } = await startServer((response, { method }) =>
        method === "PATCH"
          ? response.writeHead(303, { location: "/api/v0/computers/cmp_2" }).end()
          : json(response, 200, { ...computer, id: "cmp_2" }),
      );
      const client = await subject.create({ baseUrl });
      const ending = await endOf(client.update("cmp_1", { name: "x" }));
      return ending.state === "rejected"
        ? `rejects: ${describeEnding(ending)}`
        : "resolves with the other record";
    },
  },
  {
    title: "307 to another origin, with a credential in `x-api-key`",
    expected: "sends nothing there",
    async run(subject) {
      const other = await startServer((response) => json(response, 200, computer));
      const location = `${other.baseUrl}/elsewhere`;
      const { baseUrl } = await startServer((response) => response.writeHead(307, { location }).end());
      const client = await subject.create({ baseUrl, headers: { "x-api-key": "secret-key" } });
      await endOf(client.get("cmp_1"));
      if (!other.received[0]) return "sends nothing there";
      return other.received[0].headers["x-api-key"]
        ? "sends the credential there"
        : "sends the request there";
    },
  },
  {
    title: "502 with `upstream connect error` as text",
    expected: "the error has the text, and does not print it",
    async run(subject) {
      const text = "upstream connect error: reset";
      const { baseUrl } = await startServer((response) =>
        response.writeHead(502, { "content-type": "text/plain" }).end(text),
      );
      const client = await subject.create({ baseUrl });
      const ending = await endOf(client.retryInstallDeps("cmp_1"));
      const error = ending.state === "rejected" ? ending.error : (ending as { value: unknown }).value;
      const { body, data, error: ofResult } = error as Record<"body" | "data" | "error", unknown>;
      const isThere = [body, data, ofResult, (error as Error).message].some((one) =>
        told(one).includes(text),
      );
      if (!isThere) return "the text is lost";
      return told(error).includes(text) || String(error).includes(text)
        ? "the error prints the text"
        : "the error has the text, and does not print it";
    },
  },
  {
    title: "404 with a `detail` of a megabyte and terminal escapes",
    expected: "a message of at most 300 plain characters",
    async run(subject) {
      const { baseUrl } = await startServer((response) =>
        json(response, 404, {
          title: "Not found",
          detail: `\u001b[2J\n${"x".repeat(1_000_000)}`,
          message: `\u001b[2J\n${"x".repeat(1_000_000)}`,
        }),
      );
      const client = await subject.create({ baseUrl });
      const ending = await endOf(client.get("cmp_1"));
      if (ending.state !== "rejected") return "has no message";
      const { message } = ending.error as Error;
      if (message.length > 300) return "a message of a megabyte";
      return /\p{Cc}/u.test(message) ? "a message with escapes" : "a message of at most 300 plain characters";
    },
  },
  {
    title: "A token function that hangs; timeout 300 ms",
    expected: "TimeoutError",
    async run(subject) {
      const { baseUrl } = await startServer((response) => json(response, 200, computer));
      const token = () => new Promise<string>(() => {});
      if (!subject.takesTokenFunction) return "has no token function";
      const client = await subject.create({ baseUrl, token, timeoutMs: 300 });
      return describeEnding(await endOf(client.get("cmp_1"), 8_000));
    },
  },
  {
    title: "401, and a refresh that first returns the refused token",
    expected: "fails once, then resolves",
    async run(subject) {
      const { baseUrl } = await startServer((response, { headers }) =>
        headers.authorization === "Bearer fresh" ? json(response, 200, computer) : problem(response, 401),
      );
      let refreshes = 0;
      const token = ({ refresh }: { refresh: boolean }) => (refresh && ++refreshes > 1 ? "fresh" : "stale");
      const client = await subject.create({ baseUrl, token });
      const first = await endOf(client.get("cmp_1"));
      if (refreshes === 0) return `no refresh: ${describeEnding(first)}`;
      const second = await endOf(client.get("cmp_1"));
      return second.state === "resolved" ? "fails once, then resolves" : "fails for ever";
    },
  },
  {
    title: "40 MB of JSON from 40 KB of gzip",
    expected: "InvalidResponseError 200",
    async run(subject) {
      const { baseUrl } = await startServer((response) => {
        response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
        const gzip = createGzip();
        gzip.pipe(response);
        const chunk = Buffer.alloc(1 << 20, " ");
        let left = 40;
        const write = (): void => {
          while (left-- > 0 && !response.destroyed)
            if (!gzip.write(chunk)) return void gzip.once("drain", write);
          gzip.end("{}");
        };
        write();
      });
      // Longer than even a busy machine takes.
      const client = await subject.create({ baseUrl, timeoutMs: 100_000 });
      const ending = await endOf(client.get("cmp_1"), 100_000);
      return ending.state === "resolved" ? "reads all of it" : describeEnding(ending);
    },
  },
  {
    title: "20 concurrent calls that share a signal",
    expected: "1 listener",
    async run(subject) {
      let sent = 0;
      const fetch = () => {
        sent++;
        return new Promise<Response>(() => {});
      };
      const client = await subject.create({ baseUrl: "http://service.example", fetch });
      const controller = new AbortController();
      const { signal } = controller;
      const calls = Array.from({ length: 20 }, () => endOf(client.get("cmp_1", { signal }), 10_000));
      await vi.waitFor(() => expect(sent).toBe(20), 60_000);
      const { length } = getEventListeners(signal, "abort");
      controller.abort();
      await Promise.all(calls);
      return length === 1 ? "1 listener" : "a listener for each, or more";
    },
  },
  {
    title: 'update(id, new Map([["name", "x"]]))',
    expected: "nothing sent, InvalidArgumentError",
    async run(subject) {
      const { baseUrl, received } = await startServer((response) => json(response, 200, computer));
      const client = await subject.create({ baseUrl });
      const ending = await endOf((async () => client.update("cmp_1", new Map([["name", "x"]])))());
      return received[0] ? `sends ${received[0].body}` : `nothing sent, ${describeEnding(ending)}`;
    },
  },
  {
    title: "update with the caller's header `content-length: 500`; timeout 300 ms",
    expected: "nothing sent, InvalidArgumentError",
    async run(subject) {
      const { baseUrl, received } = await startServer((response) => json(response, 200, computer));
      const client = await subject.create({ baseUrl, timeoutMs: 300 });
      const headers = { "content-length": "500" };
      const ending = await endOf((async () => client.update("cmp_1", { name: "x" }, { headers }))());
      return `${received[0] ? "sent" : "nothing sent"}, ${describeEnding(ending)}`;
    },
  },
];
