import { expect, test } from "vitest";
import { createApp } from "../../src/app.ts";
import { ApiKeys } from "../../src/auth/api-keys.ts";
import { createAuthenticator } from "../../src/auth/bearer-authenticator.ts";
import { createSimulatedProvisioner } from "../../src/provisioning/simulated-provisioner.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { systemClock } from "../../src/time/clock.ts";
import { addComputers, sampleComputer } from "../storage/sample-computers.ts";

test("HEAD of a list that is sent page by page reads its first page only", async () => {
  const storage = await openStorage({ databaseUrl: "sqlite::memory:" });
  const apiKeys = new ApiKeys(storage.apiKeys);
  let reads = 0;
  const app = await createApp({
    storage: {
      ...storage,
      computers: {
        ...storage.computers,
        list(query) {
          reads += 1;
          return storage.computers.list(query);
        },
      },
    },
    authenticator: createAuthenticator({ apiKeys }),
    provisioner: createSimulatedProvisioner({ clock: systemClock }),
  });
  const hostname = "h".repeat(3000);
  await addComputers(
    storage.computers,
    ...Array.from({ length: 2000 }, (_, index) => sampleComputer({ id: `c-${index}`, hostname })),
  );
  const { key } = await apiKeys.create({ name: "test", ownerId: "usr_ada", ownerKind: "user" });
  const url = "/api/v0/computers";
  const headers = { authorization: `Bearer ${key}` };

  const whole = await app.http.inject({ method: "GET", url, headers });
  expect(whole.json<{ computers: unknown[] }>().computers).toHaveLength(2000);
  const readsOfWhole = reads;
  expect(readsOfWhole).toBeGreaterThan(1);
  const head = await app.http.inject({ method: "HEAD", url, headers });
  expect(head).toMatchObject({ statusCode: 200, body: "" });
  expect(head.headers["content-type"]).toBe(whole.headers["content-type"]);
  expect(head.headers["content-length"]).toBeUndefined();
  // What were still read for HEAD would be read by the end of another whole list.
  await app.http.inject({ method: "GET", url, headers });
  expect(reads).toBe(2 * readsOfWhole + 1);
  await app.close();
  await storage.close();
});
