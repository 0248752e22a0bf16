import { expect, test } from "vitest";
import { listOptions } from "./list-computers.ts";
import { computer, json, reply, startClient } from "./misbehaving-server.ts";

test("each method sends what the spec says", async () => {
  const { computers, received } = await startClient((response, { url, method }) =>
    json(response, method === "POST" ? 202 : 200, url.includes("?") ? { computers: [computer] } : computer),
  );
  const hostId = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";
  expect(await computers.list({ ...listOptions, hostId, includeProvisioningSteps: true })).toEqual({
    computers: [computer],
  });
  expect(await computers.get("a/b ü")).toEqual(computer);
  expect(await computers.update("cmp_1", { name: "x" })).toEqual(computer);
  expect(await computers.retryInstallDeps("cmp_1")).toEqual(computer);
  expect(received.map(({ method, url, body }) => [method, url, body])).toEqual([
    ["GET", `/api/v0/computers?hostId=${hostId}&includeProvisioningSteps=true`, ""],
    ["GET", "/api/v0/computers/a%2Fb%20%C3%BC", ""],
    ["PATCH", "/api/v0/computers/cmp_1", '{"name":"x"}'],
    ["POST", "/api/v0/computers/cmp_1/install-deps", ""],
  ]);
  for (const { headers } of received) {
    expect(headers).toMatchObject({
      authorization: "Bearer key",
      accept: "application/json, application/problem+json",
    });
  }
  expect(received[2]?.headers["content-type"]).toBe("application/json");
  expect(received[1]?.headers["content-type"]).toBeUndefined();
});

test("withResponse gives the response, request ID and attempts of the same call", async () => {
  const { computers, received } = await startClient(reply.found);
  const call = computers.get("cmp_1");
  const result = { data: computer, status: 200, requestId: "req-1", attempts: 1 };
  expect(await call.withResponse()).toEqual({ ...result, response: expect.any(Response) });
  expect(await call).toEqual(computer);
  expect(received).toHaveLength(1);
});

test("a failure that is awaited only through withResponse is reported once", async () => {
  const { computers } = await startClient(reply.failing(404));
  // Vitest fails the run on an unhandled rejection.
  await expect(computers.get("cmp_1").withResponse()).rejects.toMatchObject({ status: 404 });
  await new Promise(setImmediate);
});
