import { expect, onTestFinished, test } from "vitest";
import type { StoredComputer } from "../../src/computers/computer.ts";
import { newComputer } from "../../src/computers/new-computer.ts";
import { StorageError } from "../../src/computers/store-errors.ts";
import { silentLogger } from "../../src/observability/logger.ts";
import { createProvisioningRunner } from "../../src/provisioning/provisioning-runner.ts";
import { NotBegunError, TemporaryError } from "../../src/provisioning/temporary-failure.ts";
import { openStorage } from "../../src/storage/open-storage.ts";
import { systemClock } from "../../src/time/clock.ts";
import { describeEngines } from "../describe-engines.ts";
import { type Engine, engines } from "../engines.ts";
import { addComputers } from "../storage/sample-computers.ts";
import { HeldProvisioner } from "./held-provisioner.ts";

/** Makes a runner on an empty database; `add` adds computers. Locked computers' jobs cannot be written. */
async function startRunner(
  { takeDatabase }: Engine,
  provisioner: HeldProvisioner,
  lockedIds: ReadonlySet<string> = new Set(),
) {
  const database = await takeDatabase();
  const storage = await openStorage({ databaseUrl: database.url });
  const runner = createProvisioningRunner({
    store: {
      ...storage.computers,
      async advanceJob(job, advance) {
        if (lockedIds.has(job.computerId)) throw new StorageError("locked", { isUnprocessed: true });
        return storage.computers.advanceJob(job, advance);
      },
    },
    provisioner,
    clock: systemClock,
    logger: silentLogger,
  });
  onTestFinished(async () => {
    await runner.stop();
    await storage.close();
    await database.release();
  });
  return {
    runner,
    async add(...computers: readonly StoredComputer[]) {
      await addComputers(storage.computers, ...computers);
      runner.wake();
    },
  };
}

function managed(ownerId: string, index = 0): StoredComputer {
  const name = String(index).padStart(5, "0");
  return newComputer({ id: `${ownerId}-${name}`, name, providerType: "managed", ownerId }, 1);
}

const completed = { status: "completed" } as const;

describeEngines(engines, (engine) => {
  test("10,000 jobs of one owner delay the first step of another by only one step", async () => {
    const provisioner = new HeldProvisioner(2);
    const { runner, add } = await startRunner(engine, provisioner);
    await add(...Array.from({ length: 10_000 }, (_, index) => managed("ada", index)));
    runner.start();
    await provisioner.begun(2);
    for (const owner of ["bob", "ada2", "zoe"]) await add(managed(owner));
    provisioner.runs[0]?.end(completed);
    expect((await provisioner.begun(3)).computer.ownerId).toBe("ada2");
    // And not the second step of the same computer.
    provisioner.runs[2]?.end(completed);
    expect((await provisioner.begun(4)).computer.ownerId).toBe("bob");
    provisioner.runs[3]?.end(completed);
    expect((await provisioner.begun(5)).computer.ownerId).toBe("zoe");
    provisioner.runs[4]?.end(completed);
    // A round is over; an owner's oldest job continues before her next one starts.
    const { computer, step } = await provisioner.begun(6);
    expect([computer.id, step.id]).toEqual([provisioner.runs[0]?.computer.id, "configure-environment"]);
  });

  test("steps that cannot start for now lend their places to others, and start once they can", async () => {
    const provisioner = new HeldProvisioner(1);
    const refused = provisioner.refuse(new NotBegunError("no room"), "ada", "eve");
    const { runner, add } = await startRunner(engine, provisioner);
    await add(managed("ada"), managed("eve"));
    runner.start();
    await expect.poll(() => new Set(refused).size).toBe(2);
    await add(newComputer({ name: "one-step", providerType: "byom", ownerId: "bob" }, 1));
    expect((await provisioner.begun(1)).computer.ownerId).toBe("bob");
    provisioner.refuse(new NotBegunError("no room"));
    provisioner.runs[0]?.end(completed);
    expect((await provisioner.begun(2)).computer.ownerId).not.toBe("bob");
  });

  test("a job whose computer another session has locked lends its place, and loses no result", async () => {
    const provisioner = new HeldProvisioner(1);
    const lockedIds = new Set([managed("ada").id]);
    const { runner, add } = await startRunner(engine, provisioner, lockedIds);
    const oneStep = (ownerId: string) => newComputer({ name: "one-step", providerType: "byom", ownerId }, 1);
    await add(managed("ada"), oneStep("bob"));
    runner.start();
    expect((await provisioner.begun(1)).computer.ownerId).toBe("bob");
    lockedIds.clear();
    provisioner.runs[0]?.end(completed);
    expect((await provisioner.begun(2)).computer.ownerId).toBe("ada");
    lockedIds.add(managed("ada").id);
    provisioner.runs[1]?.end(completed);
    await add(oneStep("eve"));
    expect((await provisioner.begun(3)).computer.ownerId).toBe("eve");
    lockedIds.clear();
    await expect.poll(runner.runningSteps).toBe(1);
    provisioner.runs[2]?.end(completed);
    const { computer, step } = await provisioner.begun(4);
    expect([computer.ownerId, step.id]).toEqual(["ada", "configure-environment"]);
  });

  test("a step whose outcome cannot be read for now keeps its place", async () => {
    const provisioner = new HeldProvisioner(1);
    const refused = provisioner.refuse(new TemporaryError("no room"), "ada");
    const { runner, add } = await startRunner(engine, provisioner);
    await add(managed("ada"), managed("bob"));
    runner.start();
    await expect.poll(() => refused.length).toBe(3);
    expect(provisioner.runs).toEqual([]);
  });
});
