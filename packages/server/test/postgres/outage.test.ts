import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
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

  test("loses no request to a restart of the database between two of them", async () => {
    const api = apiOf(server);
    expect((await api("/api/v0/computers/a")).status).toBe(200);
    await postgres.server.end();
    await postgres.server.startAgain();
    expect((await api("/api/v0/computers/a")).status).toBe(200);
    await postgres.server.end();
    await postgres.server.startAgain();
    const renamed = await api("/api/v0/computers/a", { method: "PATCH", body: '{"name":"renamed"}' });
    expect(renamed.status).toBe(200);
  });
});

describe("a service whose synchronous_commit is turned off while it runs", () => {
  const settings = [
    "alter system set wal_writer_delay = '10s'",
    "alter system set wal_writer_flush_after = '1GB'",
  ];

  test.each([
    ["for the server", "alter system set synchronous_commit = off"],
    ["for the role, before its connections break", "alter role compute_host set synchronous_commit = off"],
    [
      "for the database, before its connections break",
      "alter database postgres set synchronous_commit = off",
    ],
  ])("keeps its acknowledged writes in a crash: %s", async (where, statement) => {
    onTestFinished(async () => {
      const resets = ["role compute_host reset", "database postgres reset", "system reset"];
      for (const text of resets) await query(postgres.url, `alter ${text} all`);
      await query(postgres.url, "drop schema compute_host cascade");
      await query(postgres.url, "select pg_reload_conf()");
    });
    await using server = await startServer({
      databaseUrl: postgres.url,
      computers: [{ id: "a", name: "a", providerType: "byom", provisioningSteps: [] }],
    });
    const api = apiOf(server);
    const patch = (name: string) =>
      api("/api/v0/computers/a", { method: "PATCH", body: JSON.stringify({ name }) });
    expect((await patch("before")).status).toBe(200);
    for (const text of [...settings, statement, "select pg_reload_conf()"]) await query(postgres.url, text);
    if (where !== "for the server") {
      await query(
        postgres.url,
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'compute-host'",
      );
    }
    await expect
      .poll(() => query(postgres.url, "show wal_writer_delay"))
      .toEqual([{ wal_writer_delay: "10s" }]);
    for (let write = 1; write <= 50; write++) expect((await patch(`write-${write}`)).status).toBe(200);
    await postgres.server.end("SIGKILL");
    await postgres.server.startAgain();
    await expect.poll(async () => (await api("/api/v0/computers/a")).status).toBe(200);
    expect((await api("/api/v0/computers/a")).json).toMatchObject({ name: "write-50" });
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
    await postgres.server.end();
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

  test("finishes neither an import nor its cleanup, and accepts the same import afterwards", async () => {
    const added = await storage.computers.beginImport();
    await added.add(Array.from({ length: 2_600 }, (_, index) => sampleComputer({ id: `c-${index}` })));
    await postgres.server.end();
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
