import { expect, test } from "vitest";
import { type ClientHooks, createClient } from "../src/index.ts";
import { computer, json, startServer } from "./misbehaving-server.ts";

test("hooks see requests and responses, without credentials and bodies", async () => {
  const { baseUrl } = await startServer((response) => json(response, 200, computer));
  const events: unknown[] = [];
  const hooks: ClientHooks = {
    onRequest: (event) => events.push(event),
    onResponse: (event) => events.push(event),
  };
  const headers = { "x-api-key": "secret-key", cookie: "secret-cookie", "x-trace": "1" };
  const { computers } = createClient({ baseUrl, token: "secret-token", hooks, headers });
  await computers.update("cmp_1", { name: "secret-name" });
  const request = {
    operationId: "updateComputer",
    method: "PATCH",
    url: `${baseUrl}/api/v0/computers/cmp_1`,
    attempt: 1,
    headers: { authorization: "[redacted]", "x-api-key": "[redacted]", cookie: "[redacted]", "x-trace": "1" },
  };
  expect(events).toMatchObject([
    request,
    { ...request, status: 200, requestId: "req-1", durationMs: expect.any(Number) },
  ]);
  expect(JSON.stringify(events)).not.toContain("secret");
});

test.each([
  [
    "throws",
    () => {
      throw new Error("broken hook");
    },
  ],
  ["rejects", () => Promise.reject(new Error("broken hook"))],
  ["never settles", () => new Promise(() => {})],
])("a hook that %s breaks nothing", async (_what, hook) => {
  const { baseUrl } = await startServer((response, _request, index) =>
    json(response, index === 0 ? 503 : 200, computer, { "retry-after": "0" }),
  );
  const hooks = { onRequest: hook, onResponse: hook, onRetry: hook };
  expect(await createClient({ baseUrl, token: "key", hooks }).computers.get("cmp_1")).toEqual(computer);
});

test("a hook cannot change what is sent", async () => {
  const { baseUrl, received } = await startServer((response) => json(response, 200, computer));
  const hooks: ClientHooks = {
    onRequest(event) {
      Object.assign(event, { url: "http://elsewhere" });
      Object.assign(event.headers, { authorization: "Bearer other" });
    },
  };
  await createClient({ baseUrl, token: "key", hooks }).computers.get("cmp_1");
  expect(received[0]?.headers.authorization).toBe("Bearer key");
});

test("the call's hooks take the place of the client's", async () => {
  const { baseUrl } = await startServer((response) => json(response, 200, computer));
  const seen: string[] = [];
  const hook = (name: string): ClientHooks => ({ onRequest: () => seen.push(name) });
  await createClient({ baseUrl, token: "key", hooks: hook("client") }).computers.get("cmp_1", {
    hooks: hook("call"),
  });
  expect(seen).toEqual(["call"]);
});
