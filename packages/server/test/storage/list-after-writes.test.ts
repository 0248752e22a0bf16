import { describe, expect, test } from "vitest";
import type { StoredComputer } from "../../src/computers/computer.ts";
import type { ComputerStore } from "../../src/computers/computer-store.ts";
import { sampleComputer } from "./sample-computers.ts";
import { storages } from "./storages.ts";

async function listed(store: ComputerStore): Promise<readonly StoredComputer[]> {
  const lists = await Promise.all(
    [true, false].map((withSteps) => store.list({ ownerId: "usr_ada", withSteps })),
  );
  const [withSteps = [], withoutSteps = []] = lists.map(
    ({ text }) => JSON.parse(`[${text}]`) as StoredComputer[],
  );
  expect(withSteps.map(({ provisioningSteps: _steps, ...computer }) => computer)).toEqual(withoutSteps);
  return withSteps;
}

describe.each(storages)("a list of %s that was read before", (_name, make) => {
  test("includes the changes of every kind of write", async () => {
    const underTest = await make();
    const storage = await underTest.open();
    const store = storage.computers;
    const add = async (...computers: readonly StoredComputer[]) => {
      const added = await store.beginImport();
      await added.add(computers);
      await added.commit();
    };

    expect(await listed(store)).toEqual([]);
    await add(sampleComputer({ id: "a" }));
    expect((await listed(store)).map(({ name }) => name)).toEqual(["a"]);
    await store.change("a", "usr_ada", (computer) => ({ computer: { ...computer, name: "renamed" } }));
    expect((await listed(store)).map(({ name }) => name)).toEqual(["renamed"]);
    await store.change("a", "usr_ada", (computer) => ({
      computer: { ...computer, status: "provisioning" },
      startsJob: true,
    }));
    expect((await listed(store)).map(({ status }) => status)).toEqual(["provisioning"]);
    const [job] = await store.claimJobs(1);
    if (job === undefined) throw new Error("no job was begun");
    await store.advanceJob(job, (computer) => ({
      computer: { ...computer, status: "error", provisioningSteps: [] },
      ends: true,
    }));
    expect(await listed(store)).toMatchObject([{ status: "error", provisioningSteps: [] }]);
    await add(sampleComputer({ id: "b", createdAt: 1 }));
    expect((await listed(store)).map(({ id }) => id)).toEqual(["a", "b"]);
    await expect(add(sampleComputer({ id: "b" }))).rejects.toThrow("taken");
    expect((await listed(store)).map(({ id }) => id)).toEqual(["a", "b"]);

    await storage.close();
    await underTest.remove();
  });
});
