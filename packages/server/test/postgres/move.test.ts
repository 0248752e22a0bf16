import { copyFileSync, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { jsonText, parseJsonText } from "@compute-host/core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { copyDatabase } from "../../src/admin/copy-database.ts";
import { apiKeyPages } from "../../src/auth/api-key-store.ts";
import { ApiKeys } from "../../src/auth/api-keys.ts";
import type { StoredComputer } from "../../src/computers/computer.ts";
import type { ComputerStore } from "../../src/computers/computer-store.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { allOf } from "../all-of.ts";
import { get, Workplace } from "../commands/run-command.ts";
import { TcpProxy } from "../faults/tcp-proxy.ts";
import { addComputers, sampleComputer } from "../storage/sample-computers.ts";
import { query } from "./query.ts";
import { type TestDatabase, takeTestDatabase } from "./test-database.ts";

let place: Workplace;
let postgres: TestDatabase;
let sqliteUrl: string;
let key: string;

const step = (id: string, status: string) => ({
  id,
  name: id,
  status,
  installSessionId: "ins_1",
  startedAt: 5,
});

/** Computers with everything that a database may contain, whether or not the API allows it. */
const computers: readonly StoredComputer[] = [
  sampleComputer({ id: "plain" }),
  sampleComputer({ id: "odd", name: "größe \u0000 🚀 \uE000", ownerId: "usr \u0000", createdAt: 1.5 }),
  {
    ...sampleComputer({ id: "unknown", name: "unknown" }),
    added: JSON.parse('{"later":[1,null,{"2":"two","1":"one"}],"__proto__":{"a":1}}'),
  } as StoredComputer,
  sampleComputer({
    id: "running",
    provisioningSteps: [step("a", "completed"), step("install-deps", "running")],
  }),
  sampleComputer({ id: "pending", provisioningSteps: [step("install-deps", "pending")] }),
  sampleComputer({ id: "failed", provisioningSteps: [{ ...step("install-deps", "failed"), error: "E" }] }),
  ...Array.from({ length: 2_600 }, (_, index) =>
    sampleComputer({ id: `many-${index}`, ownerId: "usr_many" }),
  ),
];

/** Has the database that every test copies. */
let source: Workplace;

beforeAll(async () => {
  source = new Workplace();
  await withStorage(source.databaseUrl, async (storage) => {
    await addComputers(storage.computers, ...computers);
    const apiKeys = new ApiKeys(storage.apiKeys);
    const make = (name: string, expiresAt?: number) =>
      apiKeys.create({ name, ownerId: "usr_ada", ownerKind: "user", ...(expiresAt && { expiresAt }) });
    ({ key } = await make("valid 🚀 \u0000"));
    await make("expiring", 2_000_000_000_000.5);
    await apiKeys.revoke((await make("revoked")).record.id);
  });
});

afterAll(() => source[Symbol.asyncDispose]());

beforeEach(async () => {
  place = new Workplace();
  postgres = await takeTestDatabase();
  sqliteUrl = place.databaseUrl;
  mkdirSync(dirname(place.databasePath));
  copyFileSync(source.databasePath, place.databasePath);
});

afterEach(async () => {
  await place[Symbol.asyncDispose]();
  await postgres.release();
});

async function withStorage<Result>(url: string, use: (storage: Storage) => Promise<Result>): Promise<Result> {
  const storage = await openStorage({ databaseUrl: url });
  try {
    return await use(storage);
  } finally {
    await storage.close();
  }
}

/** The content of a database. */
const contentOf = (url: string) =>
  withStorage(url, async ({ computers, apiKeys }) => ({
    computers: await computers.listAll({ afterId: undefined, limit: 10_000 }),
    apiKeys: await allOf(apiKeyPages(apiKeys)),
    counts: await computers.counts(),
  }));

const copy = (from: string, to: string) =>
  place.run(["copy", from, "COMPUTE_HOST_DATABASE_URL"], { environment: { COMPUTE_HOST_DATABASE_URL: to } });

const back = () => join(place.folder, "back.db");
const backUrl = () => `sqlite:${back()}`;

describe("a database that moves", () => {
  test("from SQLite to PostgreSQL and back keeps every record, and its keys work and its steps continue", async () => {
    const copied = "Copied 2606 computers, 2 of them in provisioning, and 3 API keys.\n";
    const before = await contentOf(sqliteUrl);
    expect(before.computers).toHaveLength(computers.length);

    expect(await copy(sqliteUrl, postgres.url)).toMatchObject({ exitCode: 0, stdout: copied });
    expect(await contentOf(postgres.url)).toEqual(before);

    expect(await copy(postgres.url, backUrl())).toMatchObject({ exitCode: 0, stdout: copied });
    expect(statSync(back()).mode & 0o777).toBe(0o600);
    expect(await contentOf(backUrl())).toEqual(before);

    const service = await place.serveHere({ environment: { COMPUTE_HOST_DATABASE_URL: postgres.url } });
    const read = async (id: string) => {
      const response = await get(`${service.url}/api/v0/computers/${id}`, key);
      return (await response.json()) as StoredComputer;
    };
    expect(await read("plain")).toEqual(computers[0]);
    await expect.poll(async () => (await read("running")).status).toBe("active");
    expect((await read("running")).provisioningSteps[1]).toMatchObject({ installSessionId: "ins_1" });
    await service.close();
  });

  test("and is changed on the way is not reported as copied", async () => {
    await withStorage(sqliteUrl, (from) =>
      withStorage(postgres.url, async (to) => {
        const listAll: ComputerStore["listAll"] = async (page) =>
          (await to.computers.listAll(page))
            .map(parseJsonText)
            .map((computer) => jsonText({ ...computer, name: computer.name.replace("unknown", "other") }));
        const changed = { ...to, computers: { ...to.computers, listAll } };
        await expect(copyDatabase(from, changed, "it")).rejects.toThrow("The copy differs");
      }),
    );
  });
});

test("a copy of something else, or over another database, is refused and changes nothing", async () => {
  const text = place.write("text.db", "{}\n".repeat(1_000));
  await withStorage(postgres.url, async ({ apiKeys }) => {
    await new ApiKeys(apiKeys).create({ name: "there", ownerId: "o", ownerKind: "user" });
  });
  const before = [await contentOf(sqliteUrl), await contentOf(postgres.url)];
  for (const [from, to, message] of [
    [`sqlite:${text}`, backUrl(), "not a database"],
    [`sqlite:${join(place.folder, "nowhere.db")}`, backUrl(), "There is no database"],
    [sqliteUrl, postgres.url, "is not empty"],
    [postgres.url, sqliteUrl, "exists"],
  ] as const) {
    const { exitCode, stderr } = await copy(from, to);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
  }
  expect([await contentOf(sqliteUrl), await contentOf(postgres.url)]).toEqual(before);
  expect(existsSync(back())).toBe(false);
});

describe("a database that is copied", () => {
  const engines = [
    ["SQLite", () => sqliteUrl],
    ["PostgreSQL", () => postgres.url],
  ] as const;

  test.each(engines)(
    "on %s must not have a service, and none can start during the copy",
    async (_name, url) => {
      const environment = { COMPUTE_HOST_DATABASE_URL: url(), COMPUTE_HOST_NODE_NAME: "blue" };
      const serve = () => place.serveHere({ environment });
      const service = await serve();
      const { exitCode, stderr } = await copy(url(), backUrl());
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining("a service is using it")]);
      if (url() === postgres.url) expect(stderr).toContain("(compute-host blue)");
      await service.close();
      const copying = await openStorage({ databaseUrl: url(), use: "exclusive" });
      await expect(serve()).rejects.toThrow("it is being restored or copied");
      await copying.close();
      await (await serve()).close();
    },
  );

  test("on PostgreSQL is protected from a node that comes back and from a copy that lost its lock", async () => {
    const url = new URL(postgres.url);
    await using proxy = await TcpProxy.start(Number(url.port));
    url.port = String(proxy.port);
    const sessions = "from pg_stat_activity where application_name = 'compute-host'";
    const count = async ({ computers }: Storage) => computers.counts();
    await withStorage(url.href, async (node) => {
      proxy.cut();
      await expect.poll(() => query(postgres.url, `select ${sessions}`)).toEqual([]);
      const copying = await openStorage({ databaseUrl: postgres.url, use: "exclusive" });
      proxy.heal();
      await expect(count(node)).rejects.toMatchObject({
        isUnprocessed: true,
        message: expect.stringContaining("it is being restored or copied"),
      });
      expect(await count(copying)).toEqual({ computers: 0, jobs: 0 });
      await query(postgres.url, `select pg_terminate_backend(pid) ${sessions}`);
      await expect.poll(() => count(copying).catch(String)).toContain("exclusive lock broke");
      await expect(copying.computers.add(computers)).rejects.toThrow("exclusive lock broke");
      await copying.close();
      expect(await count(node)).toEqual({ computers: 0, jobs: 0 });
    });
  });
});
