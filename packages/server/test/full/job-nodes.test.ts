import { expect, test } from "vitest";
import { anyOwner } from "../../src/computers/computer-store.ts";
import { JobNodes } from "../leases/job-nodes.ts";

test("the command of a node that is stopped past its lease ends before the lease, and its result is refused", async () => {
  await using nodes = await JobNodes.start(2);
  const { holder, first } = await nodes.startJob();
  holder.kill("SIGSTOP");
  const stoppedAt = Date.now();
  const second = await nodes.begun(2);
  holder.kill("SIGCONT");
  // The stopped node hears that its command was killed, and must not call that a failure of the step.
  const isGone = async () =>
    (await nodes.sql("select from compute_host.jobs where holder = $1", [first.attempt])).length === 0;
  await expect.poll(isGone).toBe(true);
  await nodes.finish();
  nodes.expectNoOverlap(first, second);
  expect(second.node).not.toBe(first.node);
  const [step] = (await nodes.read()).provisioningSteps;
  expect(step).not.toHaveProperty("error");
  expect(nodes.begins()).toHaveLength(2);
  console.info(`taken over ${Math.round(second.at - stoppedAt)} ms after SIGSTOP`);
});

test("a job that replaces a running one begins when the command of that one has ended", async () => {
  await using nodes = await JobNodes.start(2);
  const { first } = await nodes.startJob();
  await nodes.storage.computers.change({ id: "a", ownerId: anyOwner }, (computer) => ({
    computer: {
      ...computer,
      provisioningSteps: computer.provisioningSteps.map((step) => ({ ...step, installSessionId: "ins_2" })),
    },
    startsJob: true,
  }));
  const second = await nodes.begun(2);
  await nodes.finish();
  nodes.expectNoOverlap(first, second);
  expect((await nodes.read()).provisioningSteps[0]?.installSessionId).toBe("ins_2");
});

test("twenty jobs on three nodes run once each", async () => {
  await using nodes = await JobNodes.start(3);
  nodes.openGate();
  await nodes.addJobs(...Array.from({ length: 20 }, (_, index) => `c${index}`));
  await expect.poll(async () => (await nodes.storage.computers.counts()).jobs).toBe(0);
  expect(nodes.begins()).toHaveLength(20);
  expect(new Set(nodes.begins().map(({ attempt }) => attempt)).size).toBe(20);
});
