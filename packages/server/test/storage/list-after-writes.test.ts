import { expect, test } from "vitest";
import type { StoredComputer } from "../../src/computers/computer.ts";
import { type ComputerStore, wholeList } from "../../src/computers/computer-store.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { describeEngines } from "../describe-engines.ts";
import { engines } from "../engines.ts";
import { addComputers, changeComputer, sampleComputer } from "./sample-computers.ts";

async function listed(store: ComputerStore): Promise<readonly StoredComputer[]> {
  const lists = await Promise.all(
    [true, false].map((withSteps) => store.list({ ...wholeList, ownerId: "usr_ada", withSteps })),
  );
  const [withSteps = [], withoutSteps = []] = lists.map(
    ({ text }) => JSON.parse(`[${text}]`) as StoredComputer[],
  );
  expect(withSteps.map(({ provisioningSteps: _steps, ...computer }) => computer)).toEqual(withoutSteps);
  return withSteps;
}

describeEngines(engines, ({ takeDatabase }) => {
  test("a list that was read before includes the changes of every kind of write", async () => {
    const { url: databaseUrl, release } = await takeDatabase();
    const storage = await openStorage({ databaseUrl });
    const store = storage.computers;
    const add = (...computers: readonly (StoredComputer | string)[]) => addComputers(store, ...computers);

    expect(await listed(store)).toEqual([]);
    await add("a");
    expect((await listed(store)).map(({ name }) => name)).toEqual(["a"]);
    await changeComputer(store, "a", { name: "renamed" });
    expect((await listed(store)).map(({ name }) => name)).toEqual(["renamed"]);
    await store.change({ id: "a", ownerId: "usr_ada" }, (computer) => ({
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
    await expect(add("b")).rejects.toThrow("taken");
    expect((await listed(store)).map(({ id }) => id)).toEqual(["a", "b"]);

    await storage.close();
    await release();
  });
});
