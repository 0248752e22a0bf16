import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type StartedServer, startServer } from "../../src/index.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { apiOf } from "../http/api-client.ts";
import { sampleComputer } from "../storage/sample-computers.ts";
import { query } from "./query.ts";
import { TemporaryPostgres } from "./temporary-postgres.ts";

let postgres: TemporaryPostgres;

beforeAll(async () => {
  postgres = await TemporaryPostgres.start();
});

afterAll(() => postgres?.[Symbol.asyncDispose]());

describe("a service whose database stops", () => {
  let server: StartedServer;

  beforeEach(async () => {
    server = await startServer({
      databaseUrl: postgres.url,
      computers: [{ id: "a", name: "a", providerType: "byom", provisioningSteps: [] }],
    });
  });

  afterEach(async () => {
    await server.close();
    await query(postgres.url, "drop schema compute_host cascade");
  });

  test("responds 503 with Retry-After, and works again by itself when the database is back", async () => {
    const api = apiOf(server);
    const path = "/api/v0/computers/a";
    const patch = (name: string) => api(path, { method: "PATCH", body: JSON.stringify({ name }) });
    expect((await patch("before")).status).toBe(200);
    await postgres.server.stop();
    const requests = [api(path), api("/api/v0/computers"), patch("meanwhile")];
    for (const response of await Promise.all(requests)) {
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
      expect(response.json).toMatchObject({ type: expect.stringMatching(/unavailable$/) });
    }
    await postgres.server.startAgain();
    await expect.poll(async () => (await api(path)).status).toBe(200);
    expect((await api(path)).json).toMatchObject({ name: "before" });
    expect((await patch("after")).status).toBe(200);
  });

  test("loses no request to a restart of the database between two of them", async () => {
    const api = apiOf(server);
    expect((await api("/api/v0/computers/a")).status).toBe(200);
    await postgres.server.stop();
    await postgres.server.startAgain();
    expect((await api("/api/v0/computers/a")).status).toBe(200);
    await postgres.server.stop();
    await postgres.server.startAgain();
    const renamed = await api("/api/v0/computers/a", { method: "PATCH", body: '{"name":"renamed"}' });
    expect(renamed.status).toBe(200);
  });
});

describe("a storage whose database stops", () => {
  let storage: Storage;
  let states: (string | undefined)[];

  beforeEach(async () => {
    states = [];
    storage = await openStorage({
      databaseUrl: postgres.url,
      onStateChange: (failure) => states.push(failure),
    });
  });

  afterEach(async () => {
    await storage.close();
    await query(postgres.url, "drop schema compute_host cascade");
  });

  test("is not ready, and reports the failure and the recovery once each, without a request", async () => {
    expect(await storage.isReady()).toBe(true);
    await postgres.server.stop();
    await expect.poll(() => storage.isReady()).toBe(false);
    for (let call = 0; call < 3; call++) {
      await expect(storage.computers.get({ id: "a", ownerId: "usr_ada" })).rejects.toMatchObject({
        name: "StorageError",
        isUnprocessed: true,
      });
    }
    await postgres.server.startAgain();
    await expect.poll(() => states.length).toBe(2);
    expect(states).toEqual([expect.any(String), undefined]);
    expect(await storage.isReady()).toBe(true);
    expect(storage.figures().failures).toBeGreaterThanOrEqual(3);
  });

  test("finishes neither an import nor its cleanup, and accepts the same import afterwards", async () => {
    const added = await storage.computers.beginImport();
    await added.add(Array.from({ length: 2_600 }, (_, index) => sampleComputer({ id: `c-${index}` })));
    await postgres.server.stop();
    await expect(added.commit()).rejects.toMatchObject({ name: "StorageError" });
    await added.abandon();
    await postgres.server.startAgain();
    await expect.poll(() => storage.isReady()).toBe(true);
    expect(await storage.computers.counts()).toEqual({ computers: 0, jobs: 0 });
    const again = await storage.computers.beginImport();
    await again.add([sampleComputer({ id: "c-1" })]);
    expect(await again.commit()).toBe(1);
  });
});
