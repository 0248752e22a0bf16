import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type StartedServer, startServer } from "../../../src/index.ts";
import { openStorage } from "../../../src/storage/open-storage.ts";
import type { Storage } from "../../../src/storage/storage.ts";
import { apiOf } from "../../http/api-client.ts";
import { query } from "../query.ts";
import { TemporaryPostgres } from "../temporary-postgres.ts";

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
    await postgres.server.end();
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

  test("responds 503 from the first request on while its schema is away for a restore", async () => {
    const api = apiOf(server);
    expect((await api("/api/v0/computers/a")).status).toBe(200);
    await query(postgres.url, "alter schema compute_host rename to away");
    expect((await api("/api/v0/computers/a")).status).toBe(503);
    await query(postgres.url, "alter schema away rename to compute_host");
    await expect.poll(async () => (await api("/api/v0/computers/a")).status).toBe(200);
  });
});

describe("a storage whose role has settings of its own", () => {
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

  test("does not fail because its role ends idle connections", async () => {
    onTestFinished(async () => void (await query(postgres.url, "alter role compute_host reset all")));
    await query(postgres.url, "alter role compute_host set idle_session_timeout = 100");
    const idle = await openStorage({
      databaseUrl: postgres.url,
      nodeName: "idle",
      onStateChange: (failure) => states.push(failure),
    });
    const sessions = "select from pg_stat_activity where application_name = 'compute-host idle'";
    expect(await idle.computers.counts()).toEqual({ computers: 0, jobs: 0 });
    await expect.poll(() => query(postgres.url, sessions)).toEqual([]);
    expect(await idle.computers.counts()).toEqual({ computers: 0, jobs: 0 });
    expect([states, idle.figures().failures]).toEqual([[], 0]);
    await idle.close();
  });

  test("names the setting of its role that refuses writes", async () => {
    await query(postgres.url, "alter role compute_host set default_transaction_read_only = on");
    const readOnly = await openStorage({
      databaseUrl: postgres.url,
      onStateChange: (failure) => states.push(failure),
    });
    const isReady = await readOnly.isReady();
    await readOnly.close();
    await query(postgres.url, "begin read write; alter role compute_host reset all; commit");
    expect([isReady, states]).toEqual([false, [expect.stringContaining("default_transaction_read_only")]]);
  });
});
