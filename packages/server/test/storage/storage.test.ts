import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StoredComputer } from "../../src/computers/computer.ts";
import type { ComputerPage, ComputerStore, ProvisioningJob } from "../../src/computers/computer-store.ts";
import type { ComputerConflictError } from "../../src/computers/store-errors.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { sampleComputer } from "./sample-computers.ts";
import { type StorageUnderTest, storages } from "./storages.ts";

function computersOf({ text, byteLength }: ComputerPage): StoredComputer[] {
  expect(byteLength).toBe(Buffer.byteLength(text));
  return JSON.parse(`[${text}]`) as StoredComputer[];
}

describe.each(storages)("%s", (_name, make) => {
  let underTest: StorageUnderTest;
  let storage: Storage;
  let store: ComputerStore;

  beforeEach(async () => {
    underTest = await make();
    storage = await underTest.open();
    store = storage.computers;
  });

  afterEach(async () => {
    await storage.close();
    await underTest.remove();
  });

  async function add(...computers: readonly StoredComputer[]): Promise<void> {
    const added = await store.beginImport();
    await added.add(computers);
    await added.commit();
  }

  async function read(id: string, ownerId = "usr_ada"): Promise<StoredComputer | undefined> {
    const text = await store.getOwned(id, ownerId);
    return text === undefined ? undefined : (JSON.parse(text) as StoredComputer);
  }

  async function listed(hostId?: string, withSteps = false): Promise<StoredComputer[]> {
    const page = await store.list({ ownerId: "usr_ada", withSteps, ...(hostId !== undefined && { hostId }) });
    return computersOf(page);
  }

  async function claimedIds(limit: number): Promise<string[]> {
    return (await store.claimJobs(limit)).map(({ computerId }) => computerId);
  }

  async function reopen(): Promise<void> {
    await storage.close();
    storage = await underTest.open();
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

    test("are visible only to their owner", async () => {
      await add(sampleComputer({ id: "a" }));
      expect(await read("a", "usr_eve")).toBeUndefined();
      expect(await store.change("a", "usr_eve", (computer) => ({ computer }))).toBeUndefined();
      expect(computersOf(await store.list({ ownerId: "usr_eve", withSteps: true }))).toEqual([]);
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
        const { text: owned } = await store.list({ ownerId: text, withSteps: false });
        expect(JSON.parse(`[${owned}]`)).toMatchObject([{ id: `o-${index}` }]);
        expect(await read(text)).toBeUndefined();
        expect(await store.change(text, "usr_ada", (computer) => ({ computer }))).toBeUndefined();
        expect(await store.remove(text)).toBe(false);
      }
      expect((await store.listAll(undefined, 100)).length).toBe(2 * texts.length);
    });

    test("are listed newest first, then by ID, with or without steps", async () => {
      await add(
        sampleComputer({ id: "a", createdAt: 1 }),
        sampleComputer({ id: "c", createdAt: 2.5, name: "größe 🚀" }),
        sampleComputer({ id: "b", createdAt: 2.5, status: "active", provisioningSteps: [] }),
        sampleComputer({ id: "d", createdAt: 3, ownerId: "usr_bob" }),
      );
      const withoutSteps = await listed();
      expect(withoutSteps.map(({ id }) => id)).toEqual(["c", "b", "a"]);
      expect(withoutSteps.every((computer) => !("provisioningSteps" in computer))).toBe(true);
      const withSteps = await listed(undefined, true);
      expect(withSteps.map(({ provisioningSteps }) => provisioningSteps.length)).toEqual([1, 0, 1]);
    });

    test("are listed in pages that hold each of them once", async () => {
      const ids = Array.from({ length: 1203 }, (_, index) => `c${String(index).padStart(5, "0")}`);
      const hostname = "h".repeat(3000);
      await add(
        ...ids.map((id, index) => sampleComputer({ id, hostname, createdAt: Math.floor(index / 7) })),
      );
      const seen: string[] = [];
      let page = await store.list({ ownerId: "usr_ada", withSteps: true });
      for (;;) {
        seen.push(...computersOf(page).map(({ id }) => id));
        if (page.next === undefined) break;
        page = await store.list({ ownerId: "usr_ada", withSteps: true }, page.next);
      }
      expect(seen).toEqual(ids.toReversed());
    });

    test("are listed as a consistent snapshot, even a few hundred of them", async () => {
      const ids = Array.from({ length: 600 }, (_, index) => `c${String(index).padStart(5, "0")}`);
      await add(...ids.map((id) => sampleComputer({ id, hostname: "é" })));
      const page = await store.list({ ownerId: "usr_ada", withSteps: true });
      expect(page.next).toBeUndefined();
      expect(page.byteLength).toBe(Buffer.byteLength(page.text));
      expect(computersOf(page).map(({ id }) => id)).toEqual(ids.toReversed());
    });

    test("are found by their host in either letter case", async () => {
      const hostId = "3F0C9A52-6b1e-4f0f-9d1c-2a7c5e8b4d10";
      await add(sampleComputer({ id: "a", hostId }), sampleComputer({ id: "b" }));
      for (const spelling of [hostId, hostId.toLowerCase(), hostId.toUpperCase()]) {
        expect((await listed(spelling)).map(({ id }) => id)).toEqual(["a"]);
      }
      expect(await listed("00000000-0000-0000-0000-000000000000")).toEqual([]);
    });
  });

  describe("a change", () => {
    const host = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";

    test("is on disk when it resolves, to the computer", async () => {
      await add(sampleComputer({ id: "a" }));
      const text = await store.change("a", "usr_ada", (computer) => ({
        computer: { ...computer, name: "new", hostId: host, remoteUser: "ada" },
      }));
      await reopen();
      expect(await store.getOwned("a", "usr_ada")).toBe(text);
      expect(await read("a")).toMatchObject({ name: "new", hostId: host, remoteUser: "ada" });
      expect((await listed(host)).map(({ id }) => id)).toEqual(["a"]);
    });

    test("of nothing returns the unchanged computer", async () => {
      await add(sampleComputer({ id: "a" }));
      const before = await store.getOwned("a", "usr_ada");
      expect(await store.change("a", "usr_ada", (computer) => ({ computer }))).toBe(before);
    });

    test.each([
      ["name-taken", { name: "b" }],
      ["host-taken", { hostId: host.toUpperCase() }],
      ["host-taken", { name: "free", hostId: host }],
    ])("that breaks a rule is refused (%s) and changes nothing", async (code, changes) => {
      await add(sampleComputer({ id: "a" }), sampleComputer({ id: "b", hostId: host }));
      const before = await store.getOwned("a", "usr_ada");
      const change = store.change("a", "usr_ada", (computer) => ({
        computer: { ...computer, ...changes },
        startsJob: true,
      }));
      await expect(change).rejects.toMatchObject({ name: "ComputerConflictError", code });
      expect(await store.getOwned("a", "usr_ada")).toBe(before);
      expect(await store.claimJobs(10)).toEqual([]);
    });

    test("may take a name or a host that only another owner's computer has", async () => {
      await add(sampleComputer({ id: "a" }), sampleComputer({ id: "b", hostId: host, ownerId: "usr_bob" }));
      const change = (computer: StoredComputer) => ({ computer: { ...computer, name: "b", hostId: host } });
      expect(await store.change("a", "usr_ada", change)).toContain(host);
    });

    test("that throws leaves the others of the same turn alone", async () => {
      await add(sampleComputer({ id: "a" }), sampleComputer({ id: "b" }));
      const results = await Promise.allSettled([
        store.change("a", "usr_ada", (computer) => ({ computer: { ...computer, name: "first" } })),
        store.change("a", "usr_ada", () => {
          throw new Error("no");
        }),
        store.change("b", "usr_ada", (computer) => ({ computer: { ...computer, name: "first" } })),
        store.change("b", "usr_ada", (computer) => ({ computer: { ...computer, name: "second" } })),
      ]);
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
      expect((await listed()).map(({ name }) => name)).toEqual(["second", "first"]);
    });

    test("sees the changes of the same turn before it", async () => {
      await add(sampleComputer({ id: "a", name: "" }));
      const append = (letter: string) =>
        store.change("a", "usr_ada", (computer) => ({
          computer: { ...computer, name: computer.name + letter },
        }));
      await Promise.all(["x", "y", "z"].map(append));
      expect(await read("a")).toMatchObject({ name: "xyz" });
    });
  });

  describe("an import", () => {
    test("is invisible before its commit", async () => {
      const added = await store.beginImport();
      await added.add([sampleComputer({ id: "a" })]);
      expect(await read("a")).toBeUndefined();
      await added.add([sampleComputer({ id: "b" })]);
      expect(await added.commit()).toBe(2);
      expect((await listed()).length).toBe(2);
    });

    test("that is abandoned leaves nothing", async () => {
      const added = await store.beginImport();
      await added.add([sampleComputer({ id: "a" })]);
      await added.abandon();
      await reopen();
      expect(await store.counts()).toEqual({ computers: 0, jobs: 0 });
    });

    describe("of more computers than fit in one transaction", () => {
      const many = (count: number) =>
        Array.from({ length: count }, (_, index) => sampleComputer({ id: `many-${index}`, hostname: "h" }));

      test("is invisible before its commit, and visible to all after it", async () => {
        await add(sampleComputer({ id: "a" }));
        const added = await store.beginImport();
        await added.add(many(2600));
        expect(await store.counts()).toEqual({ computers: 1, jobs: 0 });
        expect(await read("many-0")).toBeUndefined();
        expect((await listed()).length).toBe(1);
        expect(await store.listAll(undefined, 10)).toHaveLength(1);
        expect(await store.change("many-0", "usr_ada", (computer) => ({ computer }))).toBeUndefined();
        await store.change("a", "usr_ada", (computer) => ({ computer: { ...computer, name: "renamed" } }));
        expect(await added.commit()).toBe(2600);
        expect(await store.counts()).toEqual({ computers: 2601, jobs: 0 });
        expect(await read("many-2599")).toMatchObject({ hostname: "h" });
        expect(await read("a")).toMatchObject({ name: "renamed" });
      });

      test("leaves nothing when it is abandoned, conflicts, or is interrupted by a crash", async () => {
        await add(sampleComputer({ id: "old" }));
        const abandoned = await store.beginImport();
        await abandoned.add(many(2600));
        await abandoned.abandon();
        const conflict = add(...many(2600), sampleComputer({ id: "bad", name: "old" }));
        await expect(conflict).rejects.toMatchObject({
          code: "name-taken",
          computerId: "bad",
          position: 2600,
        });
        const brokenOff = await store.beginImport();
        await brokenOff.add(many(2600));
        await reopen();
        expect(await store.counts()).toEqual({ computers: 1, jobs: 0 });
        await add(...many(2600));
        expect(await store.counts()).toEqual({ computers: 2601, jobs: 0 });
      });

      test("starts the jobs of all computers in provisioning", async () => {
        const steps = [{ id: "install-deps", name: "Install dependencies", status: "pending" }];
        const pending = many(2600).map((computer, index) =>
          index % 2 ? computer : sampleComputer({ ...computer, provisioningSteps: steps }),
        );
        await add(...pending);
        expect(await store.counts()).toEqual({ computers: 2600, jobs: 1300 });
      });
    });

    test.each<[string, StoredComputer[]]>([
      ["id-taken", [sampleComputer({ id: "new" }), sampleComputer({ id: "old", name: "other" })]],
      ["name-taken", [sampleComputer({ id: "new" }), sampleComputer({ id: "bad", name: "old" })]],
      ["name-taken", [sampleComputer({ id: "new" }), sampleComputer({ id: "bad", name: "new" })]],
      ["id-taken", [sampleComputer({ id: "bad" }), sampleComputer({ id: "bad", name: "other" })]],
    ])("adds all or nothing and names the culprit (%s)", async (code, computers) => {
      await add(sampleComputer({ id: "old" }));
      const culprit = computers[1]?.id;
      await expect(add(...computers)).rejects.toMatchObject({ code, computerId: culprit });
      expect(await store.counts()).toEqual({ computers: 1, jobs: 0 });
    });
  });

  test("an import names up to twenty computers that are in the way, in their order, once each", async () => {
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

    test("comes with an imported computer that is being provisioned, and with a change that starts one", async () => {
      await add(pending(), sampleComputer({ id: "b" }));
      await store.change("b", "usr_ada", (computer) => ({ computer, startsJob: true }));
      expect(await claimedIds(1)).toEqual(["a"]);
      expect(await claimedIds(10)).toEqual(["b"]);
      expect(await claimedIds(10)).toEqual([]);
    });

    test("is claimed again after a restart, as a higher attempt, in the same order", async () => {
      await add(pending(), sampleComputer({ id: "b" }));
      await store.change("b", "usr_ada", (computer) => ({ computer, startsJob: true }));
      const before = await store.claimJobs(10);
      await store.leases?.release(before);
      await reopen();
      const after = await store.claimJobs(10);
      expect(after.map(({ computerId }) => computerId)).toEqual(["a", "b"]);
      expect(after.map(({ attempt }, index) => attempt > (before[index]?.attempt ?? 0))).toEqual([
        true,
        true,
      ]);
      const late = await store.advanceJob(before[0] as ProvisioningJob, (computer) => ({
        computer,
        ends: true,
      }));
      expect(late).toBeUndefined();
      expect(await store.counts()).toEqual({ computers: 2, jobs: 2 });
    });

    test("writes its progress until it ends, and survives a restart", async () => {
      await add(pending());
      await reopen();
      const [job] = await store.claimJobs(1);
      if (job === undefined) throw new Error("no job");
      await store.advanceJob(job, (computer) => ({ computer: { ...computer, hostname: "h" }, ends: false }));
      await store.advanceJob(job, (computer) => ({
        computer: { ...computer, status: "active" },
        ends: true,
      }));
      expect(await read("a")).toMatchObject({ hostname: "h", status: "active" });
      expect(await store.counts()).toEqual({ computers: 1, jobs: 0 });
    });

    test("that was replaced or has ended writes nothing", async () => {
      await add(pending());
      const [stale] = await store.claimJobs(1);
      if (stale === undefined) throw new Error("no job");
      await store.change("a", "usr_ada", (computer) => ({ computer, startsJob: true }));
      const late = await store.advanceJob(stale, (computer) => ({
        computer: { ...computer, hostname: "late" },
        ends: true,
      }));
      expect(late).toBeUndefined();
      expect(await read("a")).not.toHaveProperty("hostname");
      expect(await store.counts()).toEqual({ computers: 1, jobs: 1 });
    });
  });

  describe("API keys", () => {
    const key = {
      id: "key_1",
      name: "ci",
      ownerId: "usr_ada",
      ownerKind: "user",
      sha256: "ab",
      createdAt: 1,
    };

    test("have names and owners of any characters", async () => {
      const odd = { ...key, name: "größe \u0000 🚀 \uE000", ownerId: "';--", createdAt: 1.5 };
      await storage.apiKeys.insert(odd);
      expect(await storage.apiKeys.find("ab")).toEqual(odd);
      expect(await storage.apiKeys.list()).toEqual([odd]);
      expect(await storage.apiKeys.revoke("\u0000", 5)).toBe(false);
    });

    test("are found by their hash, listed and revoked once", async () => {
      await storage.apiKeys.insert(key);
      await storage.apiKeys.insert({ ...key, id: "key_2", sha256: "cd", createdAt: 2, expiresAt: 9 });
      await reopen();
      expect((await storage.apiKeys.list())[0]).toEqual(key);
      expect(await storage.apiKeys.revoke("key_1", 5)).toBe(true);
      expect(await storage.apiKeys.revoke("key_1", 6)).toBe(false);
      expect(await storage.apiKeys.revoke("key_9", 6)).toBe(false);
      expect(
        (await storage.apiKeys.list()).map(({ id, revokedAt, expiresAt }) => [id, revokedAt, expiresAt]),
      ).toEqual([
        ["key_1", 5, undefined],
        ["key_2", undefined, 9],
      ]);
    });
  });
});
