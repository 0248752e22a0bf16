import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { apiKeyPages } from "../../src/auth/api-key-store.ts";
import type { StoredComputer } from "../../src/computers/computer.ts";
import {
  anyOwner,
  type ComputerPage,
  type ComputerStore,
  type PageKey,
  type ProvisioningJob,
  unlimitedTurns,
  wholeList,
} from "../../src/computers/computer-store.ts";
import type { ComputerConflictError } from "../../src/computers/store-errors.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { allOf } from "../all-of.ts";
import type { Engine } from "../engines.ts";
import { query } from "../postgres/query.ts";
import type { TestDatabase } from "../postgres/test-database.ts";
import { addComputers, changeComputer, sampleComputer, startJob } from "./sample-computers.ts";

function computersOf({ text, byteLength }: ComputerPage): StoredComputer[] {
  expect(byteLength).toBe(Buffer.byteLength(text));
  return JSON.parse(`[${text}]`) as StoredComputer[];
}

/** Frees every job, and sets its last attempt. */
async function setAttempts(url: string, attempt: number): Promise<void> {
  const set = `update jobs set attempt = ${attempt}, node = null`;
  if (url.startsWith("postgres")) return void (await query(url, set.replace("jobs", "compute_host.jobs")));
  using database = new DatabaseSync(url.slice("sqlite:".length));
  database.exec(set);
}

/** The tables with a foreign key that changes or removes rows by itself. */
async function actingKeys(url: string): Promise<unknown> {
  if (url.startsWith("postgres")) {
    return query(
      url,
      `select conrelid::regclass::text from pg_constraint where connamespace = 'compute_host'::regnamespace
         and contype = 'f' and (confdeltype <> 'a' or confupdtype <> 'a')`,
    );
  }
  using database = new DatabaseSync(url.slice("sqlite:".length));
  return database
    .prepare(
      `select name from sqlite_schema, pragma_foreign_key_list(name)
       where type = 'table' and (on_delete <> 'NO ACTION' or on_update <> 'NO ACTION')`,
    )
    .all();
}

/** Declares the tests that every storage must pass. */
export function testStorage({ takeDatabase }: Engine): void {
  let database: TestDatabase;
  let storage: Storage;
  let store: ComputerStore;

  beforeEach(async () => {
    database = await takeDatabase();
    storage = await openStorage({ databaseUrl: database.url });
    store = storage.computers;
  });

  afterEach(async () => {
    await storage.close();
    await database.release();
  });

  const add = (...computers: readonly (StoredComputer | string)[]) => addComputers(store, ...computers);

  const change = (id: string, fields: Partial<StoredComputer>) => changeComputer(store, id, fields);

  const remove = (id: string) => store.remove({ id, ownerId: anyOwner });

  const advance = (job: ProvisioningJob | undefined, fields: Partial<StoredComputer>, ends: boolean) =>
    store.advanceJob(job as ProvisioningJob, (computer) => ({ computer: { ...computer, ...fields }, ends }));

  async function read(id: string, ownerId = "usr_ada"): Promise<StoredComputer | undefined> {
    const text = await store.get({ id, ownerId });
    return text === undefined ? undefined : (JSON.parse(text) as StoredComputer);
  }

  async function listed(hostId?: string, withSteps = false): Promise<StoredComputer[]> {
    return computersOf(await store.list({ ...wholeList, ownerId: "usr_ada", hostId, withSteps }));
  }

  async function reopen(whileClosed = async () => {}): Promise<void> {
    await storage.close();
    await whileClosed();
    storage = await openStorage({ databaseUrl: database.url });
    store = storage.computers;
  }

  describe("computers", () => {
    test("are read as they were added, unknown fields included, and survive a restart", async () => {
      const computer = {
        ...sampleComputer({ id: "a", name: "größe \u0000 🚀" }),
        computerSource: { kind: "snapshot", snapshot: { deep: [1, null] } },
      } as StoredComputer;
      await add(computer);
      await reopen();
      expect(await read("a")).toEqual(computer);
    });

    test("are read, listed, changed and removed for their owner or any owner, not for another", async () => {
      const started = (computer: StoredComputer) => ({ computer, startsJob: true });
      await add("a", "b");
      const [of, ofOther] = [
        { id: "a", ownerId: "usr_ada" },
        { id: "a", ownerId: "usr_eve" },
      ];
      await store.change(of, started);
      expect(await store.get(ofOther)).toBeUndefined();
      const { text } = await store.list({ ...wholeList, ownerId: "usr_eve", withSteps: true });
      expect(text).toBe("");
      expect(await store.change(ofOther, started)).toBeUndefined();
      expect(await store.remove(ofOther)).toBe(false);
      expect(await store.get({ id: "a", ownerId: anyOwner })).toContain('"id":"a"');
      expect(await store.change({ id: "a", ownerId: anyOwner }, started)).toContain('"id":"a"');
      expect(await store.counts()).toEqual({ computers: 2, jobs: 1 });
      expect(await store.remove(of)).toBe(true);
      expect(await store.remove(of)).toBe(false);
      expect(await store.remove({ id: "b", ownerId: anyOwner })).toBe(true);
      expect(await store.counts()).toEqual({ computers: 0, jobs: 0 });
    });

    test("are read for operators in the order of their IDs, starting after an ID, up to a limit", async () => {
      await add(...["b", "d", "a", "c"].map((id) => sampleComputer({ id, ownerId: `usr_${id}` })));
      const ids = async (afterId: string | undefined, limit: number) =>
        (await store.listAll({ afterId, limit })).map((text) => (JSON.parse(text) as StoredComputer).id);
      expect(await ids(undefined, 3)).toEqual(["a", "b", "c"]);
      expect(await ids("c", 3)).toEqual(["d"]);
    });

    test("have names, owners and hosts of any characters, each different from every other", async () => {
      const texts = [
        "a",
        "a\u0000",
        "a\u0001",
        "a\uE000",
        "a\uE0000000",
        "'; drop table computers; --",
        "$1",
        "\\",
      ];
      await add(...texts.map((name, index) => sampleComputer({ id: `n-${index}`, name, hostId: name })));
      await add(
        ...texts.map((ownerId, index) => sampleComputer({ id: `o-${index}`, ownerId, name: "same" })),
      );
      for (const [index, text] of texts.entries()) {
        expect((await listed(text)).map(({ id }) => id)).toEqual([`n-${index}`]);
        expect(await read(`o-${index}`, text)).toMatchObject({ ownerId: text });
        const { text: owned } = await store.list({ ...wholeList, ownerId: text, withSteps: false });
        expect(JSON.parse(`[${owned}]`)).toMatchObject([{ id: `o-${index}` }]);
        expect(await read(text)).toBeUndefined();
        expect(await change(text, {})).toBeUndefined();
        expect(await remove(text)).toBe(false);
      }
      expect((await store.listAll({ afterId: undefined, limit: 100 })).length).toBe(2 * texts.length);
    });

    test("are listed newest first, then by ID, in pages that contain each of them once", async () => {
      const ids = Array.from({ length: 1203 }, (_, index) => `c${String(index).padStart(5, "0")}`);
      const hostname = "h".repeat(3000);
      await add(
        ...ids.map((id, index) => sampleComputer({ id, hostname, createdAt: Math.floor(index / 7) / 2 })),
      );
      const seen: string[] = [];
      let after: PageKey | undefined;
      do {
        const page = await store.list({ ...wholeList, ownerId: "usr_ada", withSteps: true, after });
        seen.push(...computersOf(page).map(({ id }) => id));
        after = page.next;
      } while (after !== undefined && seen.length <= ids.length);
      expect(seen).toEqual(ids.toReversed());
    });
  });

  test("each kind of list is as its query says, whatever was asked before", async () => {
    const hostId = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";
    await add("a", "b", sampleComputer({ id: "c", hostId }), "d");
    const queries = [undefined, hostId].flatMap((hostId) =>
      [undefined, { createdAt: 1_795_000_000_000, id: "d" }].flatMap((after) =>
        [true, false].map((withSteps) => ({ ownerId: "usr_ada", hostId, after, withSteps })),
      ),
    );
    for (const asked of [queries, queries.toReversed()]) {
      await reopen();
      for (const query of asked) {
        const listed = computersOf(await store.list(query));
        const ids = query.hostId ? ["c"] : query.after ? ["c", "b", "a"] : ["d", "c", "b", "a"];
        expect(listed.map(({ id }) => id)).toEqual(ids);
        expect(listed.map((computer) => "provisioningSteps" in computer)).toEqual(
          ids.map(() => query.withSteps),
        );
      }
    }
  });

  describe("a change", () => {
    const host = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";

    test("is on disk when it resolves to the computer, which an empty change leaves unchanged", async () => {
      await add("a");
      const text = await change("a", { name: "new", hostId: host, remoteUser: "ada" });
      await reopen();
      expect(await read("a")).toEqual(JSON.parse(text ?? ""));
      expect(await read("a")).toMatchObject({ name: "new", hostId: host, remoteUser: "ada" });
      expect((await listed(host)).map(({ id }) => id)).toEqual(["a"]);
      expect(await change("a", {})).toBe(text);
    });

    test.each([
      ["name-taken", { name: "b" }],
      ["name-taken", { name: "b", hostId: host }],
      ["host-taken", { hostId: host.toUpperCase() }],
      ["host-taken", { name: "free", hostId: host }],
    ])("that breaks a rule is refused (%s) and changes nothing", async (code, changes) => {
      await add("a", sampleComputer({ id: "b", hostId: host }));
      const before = await read("a");
      const refused = store.change({ id: "a", ownerId: "usr_ada" }, (computer) => ({
        computer: { ...computer, ...changes },
        startsJob: true,
      }));
      await expect(refused).rejects.toMatchObject({ name: "ComputerConflictError", code });
      expect(await read("a")).toEqual(before);
      expect(await store.claimJobs(10)).toEqual([]);
    });

    test("that throws does not affect the others of the same turn", async () => {
      await add("a", "b");
      const results = await Promise.allSettled([
        change("a", { name: "first" }),
        store.change({ id: "a", ownerId: "usr_ada" }, () => {
          throw new Error("no");
        }),
        change("b", { name: "first" }),
        change("b", { name: "second" }),
      ]);
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
      expect((await listed()).map(({ name }) => name)).toEqual(["second", "first"]);
    });

    test.each([
      ["are refused", (index: number) => change(`bad-${index}`, { name: "taken" })],
      ["are refused for one computer", () => change("bad-0", { name: "taken" })],
      ["want the same free name", (index: number) => change(`bad-${index}`, { name: "free" })],
      ["rename one computer", (index: number) => change("bad-0", { name: `name-${index}` })],
    ])("does not wait for a transaction of each of 20 others that %s", async (_what, other) => {
      const indexes = Array.from({ length: 20 }, (_, index) => index);
      await add("taken", ...indexes.flatMap((index) => [`bad-${index}`, `good-${index}`]));
      const { commits } = storage.figures();
      const pairs = indexes.map((index) => ({
        other: other(index).catch((error: unknown) => error),
        write: change(`good-${index}`, { hostname: "h" }),
      }));
      await Promise.all(pairs.map(({ write }) => write));
      expect(storage.figures().commits - commits).toBeLessThan(6);
      await Promise.all(pairs.map(({ other }) => other));
    });

    test("is not refused because another change of its computer in the same turn is", async () => {
      const hostId = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";
      await add(sampleComputer({ id: "taken", hostId }), "a", "b");
      const outcomes = await Promise.allSettled([
        change("a", { hostId }),
        change("a", { name: "free" }),
        change("b", { name: "taken" }),
        change("b", { hostId: hostId.replace("3", "4") }),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual([
        "rejected",
        "fulfilled",
        "rejected",
        "fulfilled",
      ]);
    });

    test("of 64 in the same turn is refused if its name is taken, and the 56 others are made", async () => {
      const ids = Array.from({ length: 64 }, (_, index) => `c-${index}`);
      await add("taken", ...ids);
      const results = await Promise.allSettled(
        ids.map((id, index) => change(id, { name: index % 8 === 0 ? "taken" : `new-${id}` })),
      );
      const refused = results.flatMap(({ status }, index) => (status === "rejected" ? [index] : []));
      expect(refused).toEqual([0, 8, 16, 24, 32, 40, 48, 56]);
      expect((await listed()).filter(({ name }) => name.startsWith("new-"))).toHaveLength(56);
    });

    test("that is refused is undone although its turn removes computers before and after it", async () => {
      await add("a", "b", "taken");
      const outcomes = Promise.allSettled([remove("a"), change("b", { name: "taken" }), remove("b")]);
      const refused = { reason: { code: "name-taken" } };
      expect(await outcomes).toMatchObject([{ value: true }, refused, { value: true }]);
    });

    test("sees the earlier changes of the same turn", async () => {
      await add(sampleComputer({ id: "a", name: "" }));
      const append = (letter: string) =>
        store.change({ id: "a", ownerId: "usr_ada" }, (computer) => ({
          computer: { ...computer, name: computer.name + letter },
          startsJob: false,
        }));
      await Promise.all(["x", "y", "z"].map(append));
      expect(await read("a")).toMatchObject({ name: "xyz" });
    });
  });

  describe("an import of many computers", () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => sampleComputer({ id: `many-${index}`, hostname: "h" }));

    test("is invisible until it is complete, and then visible to all", async () => {
      await add("a");
      const provisioningSteps = [{ id: "install-deps", name: "Install", status: "pending" }];
      async function* slowly() {
        yield* many(2600);
        yield sampleComputer({ id: "pending", provisioningSteps });
        expect(await store.counts()).toEqual({ computers: 1, jobs: 0 });
        expect(await read("many-0")).toBeUndefined();
        expect((await listed()).length).toBe(1);
        expect(await store.listAll({ afterId: undefined, limit: 10 })).toHaveLength(1);
        expect(await change("many-0", { name: "early" })).toBeUndefined();
        await change("a", { name: "renamed" });
      }
      expect(await store.add(slowly)).toBe(2601);
      expect(await store.counts()).toEqual({ computers: 2602, jobs: 1 });
      expect(await read("many-2599")).toMatchObject({ hostname: "h" });
      expect(await read("a")).toMatchObject({ name: "renamed" });
    });

    test("leaves nothing when its source fails, or it conflicts", async () => {
      await add("old");
      async function* broken() {
        yield* many(2600);
        throw new Error("broken off");
      }
      await expect(store.add(broken)).rejects.toThrow("broken off");
      const conflict = add(...many(2600), sampleComputer({ id: "bad", name: "old" }));
      await expect(conflict).rejects.toMatchObject({
        code: "name-taken",
        computerId: "bad",
        position: 2600,
      });
      expect(await store.counts()).toEqual({ computers: 1, jobs: 0 });
      for (const name of ["many-0", "old"]) expect(await change("old", { name })).toContain(name);
      await add(...many(2600));
      expect(await store.counts()).toEqual({ computers: 2601, jobs: 0 });
    });
  });

  test("an import reports up to twenty conflicting computers, in order, once each", async () => {
    const many = (count: number, from: number) =>
      Array.from({ length: count }, (_, index) =>
        sampleComputer({ id: `c-${from + index}`, name: `new-${from + index}` }),
      );
    await add(...many(30, 100).map((known) => ({ ...known, name: known.id })));
    const mixed = [...many(2, 0), ...many(2, 103), ...many(2, 10), ...many(1, 110)];
    const refused = await add(...mixed).catch((error: ComputerConflictError) => error);
    expect(refused).toMatchObject({
      code: "id-taken",
      computerId: "c-103",
      position: 2,
      further: [
        { code: "id-taken", computerId: "c-104", position: 3 },
        { code: "id-taken", computerId: "c-110", position: 6 },
      ],
    });
    await expect(add(...many(30, 100))).rejects.toMatchObject({ further: { length: 19 } });
    expect(await store.counts()).toMatchObject({ computers: 30 });
  });

  describe("a job", () => {
    const pending = () =>
      sampleComputer({
        id: "a",
        provisioningSteps: [{ id: "install-deps", name: "Install dependencies", status: "pending" }],
      });

    test("is created with an imported computer in provisioning, and by a change that starts one", async () => {
      await add(pending(), "b");
      const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
      await store.change({ id: "b", ownerId: "usr_ada" }, (computer) => ({
        computer,
        startsJob: true,
        traceparent,
      }));
      const running = new Set<number>();
      const claim = async (limit: number) => {
        const jobs = await store.claimJobs(limit, { ...unlimitedTurns, running });
        for (const { attempt } of jobs) running.add(attempt);
        return jobs;
      };
      expect(await claim(1)).toEqual([{ computerId: "a", ownerId: "usr_ada", attempt: expect.any(Number) }]);
      expect(await claim(10)).toMatchObject([{ computerId: "b", traceparent }]);
      expect(await claim(10)).toEqual([]);
    });

    test("is claimed again after a restart, as a higher attempt, in the same order", async () => {
      await add(pending(), "b");
      await startJob(store, "b");
      const before = await store.claimJobs(10);
      await store.leases?.release(before);
      await reopen();
      const after = await store.claimJobs(10);
      expect(after.map(({ computerId }) => computerId)).toEqual(["a", "b"]);
      for (const [index, { attempt }] of after.entries())
        expect(attempt).toBeGreaterThan(before[index]?.attempt ?? Number.NaN);
      expect(await advance(before[0], {}, true)).toBeUndefined();
      expect(await store.counts()).toEqual({ computers: 2, jobs: 2 });
    });

    test("has the time in microseconds as its attempt, or one more than the last if that is higher", async () => {
      await add(pending());
      const before = Date.now();
      const [job] = await store.claimJobs(1);
      expect(job?.attempt).toBeGreaterThanOrEqual(before * 1000);
      expect(job?.attempt).toBeLessThanOrEqual((Date.now() + 1) * 1000);
      await reopen(() => setAttempts(database.url, 4e15));
      expect(await store.claimJobs(1)).toMatchObject([{ attempt: 4e15 + 1 }]);
    });

    test("that starts while the previous one ends is claimed", async () => {
      await add(pending());
      const [job] = await store.claimJobs(1);
      await Promise.all([advance(job, {}, true), startJob(store, "a")]);
      expect(await store.claimJobs(10)).toMatchObject([{ computerId: "a" }]);
    });

    test("is known by its computer and its attempt, and writes its progress until it ends", async () => {
      await add(pending(), { ...pending(), id: "b", name: "b" });
      await reopen();
      const [first, second] = await store.claimJobs(2);
      if (first === undefined || second === undefined) throw new Error("no jobs");
      for (const mixed of [
        { ...first, computerId: "b" },
        { ...second, computerId: "a" },
      ])
        expect(await advance(mixed, { hostname: "mixed" }, true)).toBeUndefined();
      expect(await store.counts()).toEqual({ computers: 2, jobs: 2 });
      expect(await advance(first, { hostname: "h" }, false)).toBeDefined();
      expect(await advance(first, { status: "active" }, true)).toBeDefined();
      expect(await advance(first, { hostname: "late" }, true)).toBeUndefined();
      expect(await read("a")).toMatchObject({ hostname: "h", status: "active" });
      expect(await store.counts()).toEqual({ computers: 2, jobs: 1 });
    });

    test("goes with its computer by a statement: no foreign key acts", async () => {
      expect(await actingKeys(database.url)).toEqual([]);
      await add(pending(), { ...pending(), id: "b", name: "b" });
      const [job] = await store.claimJobs(1);
      expect([await remove("a"), await remove("b")]).toEqual([true, true]);
      expect([await store.counts(), await advance(job, {}, true)]).toEqual([
        { computers: 0, jobs: 0 },
        undefined,
      ]);
      await add(pending());
      expect(await store.claimJobs(2)).toMatchObject([{ computerId: "a" }]);
    });

    test("that was replaced writes nothing", async () => {
      await add(pending());
      const [stale] = await store.claimJobs(1);
      await startJob(store, "a");
      expect(await advance(stale, { hostname: "late" }, true)).toBeUndefined();
      expect(await read("a")).not.toHaveProperty("hostname");
      expect(await store.counts()).toEqual({ computers: 1, jobs: 1 });
    });
  });

  describe("API keys", () => {
    /** A key whose name and owner have unusual characters. */
    const key = {
      id: "key_1",
      name: "größe \u0000 🚀 \uE000",
      ownerId: "';--",
      ownerKind: "user",
      sha256: "ab",
      createdAt: 1.5,
    };

    const listedKeys = () => allOf(apiKeyPages(storage.apiKeys));

    test("are added all together or not at all", async () => {
      expect(await storage.apiKeys.hasAny()).toBe(false);
      const twice = ["key_1", "key_2"].map((id) => ({ ...key, id }));
      await expect(storage.apiKeys.insert(twice)).rejects.toThrow();
      expect(await listedKeys()).toEqual([]);
      await storage.apiKeys.insert([key, { ...key, id: "key_2", sha256: "cd" }]);
      expect(await storage.apiKeys.find("cd")).toMatchObject({ id: "key_2" });
      expect(await storage.apiKeys.find("ef")).toBeUndefined();
      expect(await storage.apiKeys.hasAny()).toBe(true);
    });

    test("are found by their hash, listed and revoked once", async () => {
      await storage.apiKeys.insert([key]);
      await storage.apiKeys.insert([{ ...key, id: "key_2", sha256: "cd", createdAt: 2, expiresAt: 9 }]);
      await reopen();
      expect([(await listedKeys())[0], await storage.apiKeys.find("ab")]).toEqual([key, key]);
      expect(storage.apiKeys.trustedMs).toBe(5_000);
      expect(await storage.apiKeys.revoke({ id: "\u0000", revokedAt: 5 })).toBe(false);
      expect(await storage.apiKeys.revoke({ id: "key_1", revokedAt: 5 })).toBe(true);
      expect(await storage.apiKeys.revoke({ id: "key_1", revokedAt: 6 })).toBe(false);
      expect(await storage.apiKeys.revoke({ id: "key_9", revokedAt: 6 })).toBe(false);
      expect((await listedKeys()).map(({ id, revokedAt, expiresAt }) => [id, revokedAt, expiresAt])).toEqual([
        ["key_1", 5, undefined],
        ["key_2", undefined, 9],
      ]);
    });

    test("are listed in pages, oldest first, with their last use", async () => {
      const ids = Array.from({ length: 2_500 }, (_, index) => `key_${10_000 + index}`);
      await storage.apiKeys.insert(
        ids.map((id) => ({ ...key, id, sha256: id, createdAt: id < "key_11" ? -1 : 1 })),
      );
      for (const uses of [
        { key_10000: 7, key_10001: 8, key_9: 7 },
        { key_10000: 9, key_10001: 7 },
      ])
        await storage.apiKeys.noteUses(new Map(Object.entries(uses)));
      const keys = await listedKeys();
      expect(keys.map(({ id }) => id)).toEqual(ids);
      expect(keys.slice(0, 3).map(({ usedAt }) => usedAt)).toEqual([9, 8, undefined]);
    });
  });
}
