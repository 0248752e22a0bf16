import { expect, onTestFinished, test, vi } from "vitest";
import { createApp } from "../../src/app.ts";
import { ApiKeys } from "../../src/auth/api-keys.ts";
import { createAuthenticator } from "../../src/auth/bearer-authenticator.ts";
import { admissionLimits } from "../../src/http/admission.ts";
import { addOperatorRoutes } from "../../src/http/operator-routes.ts";
import { createSimulatedProvisioner } from "../../src/provisioning/simulated-provisioner.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { systemClock } from "../../src/time/clock.ts";
import { get } from "../commands/run-command.ts";

test("lists that do not fit get 503 at once; other requests, /healthz and /readyz do not wait behind those that do", async () => {
  const storage = await openStorage({ databaseUrl: "sqlite::memory:" });
  const { key } = await new ApiKeys(storage.apiKeys).create({ name: "a", ownerId: "a", ownerKind: "user" });
  const slow = Promise.withResolvers<void>();
  const list: typeof storage.computers.list = async (query) => {
    await slow.promise;
    return storage.computers.list(query);
  };
  const onOverloadChange = vi.fn();
  const app = await createApp({
    storage: { ...storage, computers: { ...storage.computers, list } },
    authenticator: createAuthenticator({ apiKeys: new ApiKeys(storage.apiKeys) }),
    provisioner: createSimulatedProvisioner({ clock: systemClock }),
    onOverloadChange,
    addRoutes: (http) =>
      addOperatorRoutes(http, {
        metrics: { render: async () => ({ contentType: "text/plain", text: "" }) },
        readiness: async () => ({ isReady: true, failing: [] }),
      }),
  });
  onTestFinished(async () => {
    slow.resolve();
    await app.close();
    await storage.close();
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });

  const { unfinished } = admissionLimits.lists;
  const responses: Response[] = [];
  const lists = Array.from({ length: unfinished + 2 }, async () => {
    responses.push(await get(`${url}/api/v0/computers`, key));
  });
  await expect.poll(() => responses.map(({ status }) => status)).toEqual([503, 503]);
  expect(responses.map(({ headers }) => headers.get("retry-after"))).toEqual(["1", "1"]);
  for (const [path, status] of [
    ["/healthz", 200],
    ["/readyz", 200],
    ["/api/v0/computers/none", 404],
  ] as const)
    expect([path, (await get(url + path, key)).status]).toEqual([path, status]);
  // Refused before its credentials are looked up, which would take time.
  expect((await get(`${url}/api/v0/computers`, "unknown")).status).toBe(503);
  expect([app.shedRequests(), onOverloadChange.mock.calls.length]).toEqual([3, 1]);
  slow.resolve();
  await Promise.all(lists);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(unfinished);
});
