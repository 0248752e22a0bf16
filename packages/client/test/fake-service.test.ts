import { http } from "msw";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test } from "vitest";
import { createClient, isConflictError } from "../src/index.ts";
import { schemas } from "../src/schemas.gen.ts";
import {
  createFakeService,
  createMswHandlers,
  type FakeServiceOptions,
  sampleComputers,
} from "../src/testing/index.ts";
import { listParams } from "./list-computers.ts";
import { rejectionOf } from "./rejection-of.ts";

function createFake(options?: FakeServiceOptions) {
  const service = createFakeService(options);
  const client = createClient({
    baseUrl: "http://fake",
    token: "key",
    fetch: service.fetch,
    validate: schemas,
  });
  return { service, computers: client.computers };
}

const { provisioning, active, installDepsFailed, byomWithHost } = sampleComputers;
const titleOf = (call: Promise<unknown>) =>
  call.then(
    () => "resolved",
    (error) => error.problem?.title,
  );

test("lists the sample computers newest first, steps only on request", async () => {
  const { computers } = createFake();
  const { computers: found } = await computers.list(listParams);
  expect(found.map(({ createdAt }) => createdAt)).toEqual(
    found.map(({ createdAt }) => createdAt).sort((a, b) => b - a),
  );
  expect(found.some((computer) => "provisioningSteps" in computer)).toBe(false);
  const detailed = await computers.list({
    ...listParams,
    hostId: byomWithHost.hostId?.toUpperCase(),
    includeProvisioningSteps: true,
  });
  expect(detailed.computers).toEqual([byomWithHost]);
});

test("keeps updates", async () => {
  const { computers } = createFake();
  await computers.update(provisioning.id, { name: "renamed", remoteUser: "ada" });
  expect(await computers.get(provisioning.id)).toMatchObject({ name: "renamed", remoteUser: "ada" });
});

test.each([
  ["a taken name", { name: active.name }, "Name taken"],
  ["a taken host", { hostId: byomWithHost.hostId as string }, "Host taken"],
])("refuses %s with 409 and changes nothing", async (_what, update, title) => {
  const { computers } = createFake();
  expect(await titleOf(computers.update(provisioning.id, update))).toBe(title);
  expect(await computers.get(provisioning.id)).toMatchObject({ name: provisioning.name });
});

test("refuses another host once one is set, and accepts the same one again", async () => {
  const { computers } = createFake();
  const hostId = "00000000-0000-4000-8000-000000000000";
  expect(await titleOf(computers.update(active.id, { hostId }))).toBe("Host already set");
  expect(await titleOf(computers.update(active.id, { hostId: active.hostId as string }))).toBe("resolved");
});

test("a retry moves through the states", async () => {
  const { computers } = createFake({ looksPerStep: 1 });
  expect(await computers.retryInstallDeps(installDepsFailed.id)).toMatchObject({ status: "provisioning" });
  const again = await computers.retryInstallDeps(installDepsFailed.id).catch((error) => error);
  expect(isConflictError(again) && again.problem?.title).toBe("Install session running");
  const seen: unknown[] = [];
  const settled = await computers.waitUntilSettled(installDepsFailed.id, {
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

test("a retry before an earlier step has completed is refused", async () => {
  const { computers } = createFake();
  expect(await titleOf(computers.retryInstallDeps(provisioning.id))).toBe("Earlier step not completed");
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
  expect(await titleOf(computers.update(active.id, {}))).toBe("resolved");
});

test("fails as Prefer asks, as often as it says", async () => {
  const { computers } = createFake();
  const prefer = (problem: string) => ({ headers: { prefer: `problem=${problem}` }, timeoutMs: 50 });
  const { attempts } = await computers.get(active.id, prefer("rate-limited; times=2")).withResponse();
  expect(attempts).toBe(3);
  expect(await titleOf(computers.update(active.id, {}, prefer("host-taken")))).toBe("Host taken");
  expect(await titleOf(computers.update(active.id, {}, prefer("of-no-kind")))).toBe("resolved");
  const slow = await rejectionOf(computers.update(active.id, {}, prefer("timeout")));
  const broken = await rejectionOf(computers.update(active.id, {}, prefer("connection")));
  expect([slow, broken]).toMatchObject([{ name: "TimeoutError" }, { name: "ConnectionError" }]);
});

test("accepts only its token, if it has one", async () => {
  const { computers } = createFake({ token: "other" });
  expect(await titleOf(computers.list(listParams))).toBe("Unauthenticated");
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
