import { http } from "msw";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test } from "vitest";
import { createClient, isConflictError, waitUntilSettled } from "../src/index.ts";
import { schemas } from "../src/schemas/schemas.gen.ts";
import {
  createFakeService,
  createMswHandlers,
  type FakeFailure,
  type FakeServiceOptions,
  sampleComputers,
} from "../src/testing/index.ts";
import { rejectionOf } from "./rejection-of.ts";

function createFake(options?: FakeServiceOptions) {
  const service = createFakeService(options);
  const { fetch } = service;
  const client = createClient({ baseUrl: "http://fake", token: "key", fetch, validate: schemas });
  return { service, client, computers: client.computers };
}

const { active, installDepsFailed } = sampleComputers;
const titleOf = (call: Promise<unknown>) => call.catch((error) => error.problem?.title);

test.each([
  ["nothing", undefined, undefined, 401],
  ["another scheme", undefined, "Basic key", 401],
  ["any token", undefined, "Bearer any", 200],
  ["a token other than the fake's", "key", "Bearer any", 401],
  ["the fake's token", "key", "bearer key", 200],
])("credentials: %s", async (_title, token, authorization, status) => {
  const { fetch } = createFakeService(token === undefined ? {} : { token });
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const response = await fetch("http://fake/api/v0/computers", { headers });
  expect(response.status).toBe(status);
});

test("a name and a host are taken by any computer of the list, whoever its record names as the owner", async () => {
  const { computers } = createFake();
  const { byomWithHost, managedFromTemplate } = sampleComputers;
  expect(managedFromTemplate.ownerId).not.toBe(byomWithHost.ownerId);
  const { name, hostId = "" } = byomWithHost;
  expect(await titleOf(computers.update(managedFromTemplate.id, { name }))).toBe("Name taken");
  expect(await titleOf(computers.update(managedFromTemplate.id, { hostId }))).toBe("Host taken");
});

test.each([
  ["/api/v0/comput%65rs", 200],
  ["/api/v0/%63omputers/%63mp_01k9x7q2m4", 200],
  ["/base/api/v0/comput%65rs", 200],
  ["/api/v0/computers%2fcmp_01k9x7q2m4", 404],
  ["/api/v0/comput%2565rs", 404],
  ["/api/v0/computers/%zz", 400],
])("the percent-encoded path %s has the status %i, as in the service", async (path, status) => {
  const { service } = createFake();
  const headers = { authorization: "Bearer any" };
  expect((await service.fetch(`http://fake${path}`, { headers })).status).toBe(status);
});

const page = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "*",
  "access-control-allow-headers": "*, authorization",
  "access-control-expose-headers": "*",
};

test.each([
  ["GET", "", 200, "application/json"],
  ["HEAD", "", 200, "application/json"],
  ["GET", "/cmp_none", 404, "application/problem+json"],
  ["HEAD", "/cmp_none", 404, "application/problem+json"],
  ["DELETE", "", 405, "application/problem+json"],
  ["OPTIONS", "", 204, null],
])("any page can read the response of %s %s: %i", async (method, path, status, type) => {
  const { service } = createFake({ computers: [{ ...active, name: "über" }] });
  const send = (method: string) =>
    service.fetch(`http://fake/api/v0/computers${path}`, {
      method,
      headers: { authorization: "Bearer any" },
    });
  const response = await send(method);
  expect([response.status, response.headers.get("content-type")]).toEqual([status, type]);
  expect(Object.fromEntries(response.headers)).toMatchObject(page);
  expect(response.headers.get("x-request-id")).toBe("req_fake_1");
  const body = await response.bytes();
  if (method === "HEAD" || method === "OPTIONS") expect(body).toHaveLength(0);
  if (method === "OPTIONS") return;
  const whole = method === "HEAD" ? await (await send("GET")).bytes() : body;
  // The number at the end of a request ID has one digit in both.
  expect(response.headers.get("content-length")).toBe(String(whole.length));
});

test("what the fake was given and what it returns are copies, and of several with one ID the first counts", async () => {
  const given = { ...structuredClone(active), name: "first" };
  const { service, computers } = createFake({ computers: [given, { ...active, name: "second" }] });
  expect(service.computers()).toEqual([given]);
  given.name = "changed";
  Object.assign(service.computers()[0] ?? {}, { name: "changed" });
  expect(await computers.get(active.id)).toMatchObject({ name: "first" });
  const replacement = { ...active, name: "third" };
  service.put(replacement);
  replacement.name = "changed";
  expect(await computers.get(active.id)).toMatchObject({ name: "third" });
  const failure: FakeFailure = { with: "internalError", times: 1 };
  service.fail(failure);
  expect(await titleOf(computers.update(active.id, {}))).toBe("Internal error");
  expect(failure.times).toBe(1);
});

test("a failure without an operation meets any request, and one of an operation waits for it", async () => {
  const { service, computers } = createFake();
  service.fail({ with: "connection", operationId: "retryInstallDeps" });
  service.fail({ with: "unavailable" });
  const noPath = await service.fetch("http://fake/api/v0/nothing");
  expect([noPath.status, noPath.headers.get("retry-after")]).toEqual([503, "0"]);
  expect(await computers.update(active.id, {})).toMatchObject({ id: active.id });
  expect(await rejectionOf(computers.retryInstallDeps(active.id))).toMatchObject({ name: "ConnectionError" });
  expect(await computers.retryInstallDeps(active.id)).toMatchObject({ status: "provisioning" });
});

test.each([
  [undefined, 2],
  [0, 0],
  [3, 3],
])("with looksPerStep %j, a step ends after %i reads of its computer", async (looksPerStep, reads) => {
  const { computers } = createFake({ looksPerStep });
  await computers.retryInstallDeps(active.id);
  for (let read = 0; read < reads; read++) {
    expect((await computers.get(active.id)).status).toBe("provisioning");
    await computers.list();
  }
  const { status, provisioningSteps } = await computers.get(active.id);
  const [last] = provisioningSteps?.slice(-1) ?? [];
  expect([status, last?.status, last?.error]).toEqual(["active", "completed", undefined]);
  expect(last?.completedAt).toBeGreaterThanOrEqual(last?.startedAt ?? Infinity);
  const again = await computers.retryInstallDeps(active.id);
  const sessions = [last, again.provisioningSteps?.at(-1)].map((one) => one?.installSessionId);
  expect(new Set(sessions).size).toBe(2);
});

test("a preflight response has a request ID, as every response has", async () => {
  const { service } = createFake();
  const response = await service.fetch("http://fake/api/v0/computers", { method: "OPTIONS" });
  expect(response.headers.get("x-request-id")).toMatch(/./);
});

test("an aborted request rejects with the signal's reason, and changes nothing", async () => {
  const { service } = createFake();
  const request = service.fetch(`http://fake/api/v0/computers/${active.id}`, {
    method: "PATCH",
    headers: { authorization: "Bearer any", "content-type": "application/json" },
    body: '{"name":"too-late"}',
    signal: AbortSignal.abort("stopped"),
  });
  await expect(request).rejects.toBe("stopped");
  expect(service.computers()).toContainEqual(active);
});

test("a retry moves through the states", async () => {
  const { client, computers } = createFake({ looksPerStep: 1 });
  expect(await computers.retryInstallDeps(installDepsFailed.id)).toMatchObject({ status: "provisioning" });
  const again = await computers.retryInstallDeps(installDepsFailed.id).catch((error) => error);
  expect(isConflictError(again) && again.problem?.title).toBe("Install session running");
  const seen: unknown[] = [];
  const settled = await waitUntilSettled(client, installDepsFailed.id, {
    intervalMs: 1,
    onProgress: ({ step }) => seen.push(`${step.id} ${step.status}`),
  });
  expect(settled.status).toBe("active");
  expect(seen).toEqual([
    "create-computer completed",
    "configure-environment completed",
    "install-deps running",
    "install-deps completed",
  ]);
});

test("settleStep completes a step, or fails it", async () => {
  const { service, computers } = createFake({ looksPerStep: Number.POSITIVE_INFINITY });
  await computers.retryInstallDeps(active.id);
  service.settleStep(active.id, "disk full");
  const { status, provisioningSteps } = await computers.get(active.id);
  expect([status, provisioningSteps?.at(-1)?.error]).toEqual(["error", "disk full"]);
});

test("fails on demand, by operation and as often as requested", async () => {
  const { service, computers } = createFake();
  service.fail({ with: "nameTaken", operationId: "updateComputer" });
  service.fail({ with: "unavailable", operationId: "getComputer", times: 2 });
  const { attempts } = await computers.get(active.id).withResponse();
  expect(attempts).toBe(3);
  expect(await titleOf(computers.update(active.id, {}))).toBe("Name taken");
  expect(await computers.update(active.id, {})).toMatchObject({ id: active.id });
  expect(() => service.fail({ with: "rate-limited" as "rateLimited" })).toThrow(
    "with must be connection or one of sampleProblems; got String",
  );
});

test("fails as the Prefer header asks, and as often", async () => {
  const { computers } = createFake();
  const prefer = (problem: string) => ({ headers: { prefer: `problem=${problem}` } });
  const { attempts } = await computers.get(active.id, prefer("rate-limited; times=2")).withResponse();
  expect(attempts).toBe(3);
  expect(await titleOf(computers.update(active.id, {}, prefer("host-taken")))).toBe("Host taken");
  expect(await computers.update(active.id, {}, prefer("of-no-kind"))).toMatchObject({ id: active.id });
  const slow = await rejectionOf(computers.update(active.id, {}, { ...prefer("timeout"), timeoutMs: 50 }));
  const broken = await rejectionOf(computers.update(active.id, {}, prefer("connection")));
  expect([slow, broken]).toMatchObject([{ name: "TimeoutError" }, { name: "ConnectionError" }]);
});

test.each(["http://fake.test", "http://fake.test/", "http://fake.test/base//"])(
  "responds through MSW at %s",
  async (baseUrl) => {
    const server = setupServer(...createMswHandlers(http, baseUrl, createFakeService()));
    server.listen();
    onTestFinished(() => server.close());
    const { computers } = createClient({ baseUrl, token: "key", maxRetries: 0 });
    expect((await computers.get(active.id)).name).toBe(active.name);
  },
);
