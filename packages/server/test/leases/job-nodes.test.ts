import { expect, test } from "vitest";
import { JobNodes } from "./job-nodes.ts";

test("a step whose node is killed is taken over, after its command was ended, under the same session", async () => {
  await using nodes = await JobNodes.start(2);
  const { holder, first } = await nodes.startJob();
  const session = (await nodes.read()).provisioningSteps[0]?.installSessionId;
  holder.kill("SIGKILL");
  const killedAt = Date.now();
  const second = await nodes.begun(2);
  await nodes.finish();
  nodes.expectNoOverlap(first, second);
  expect(second.node).not.toBe(first.node);
  expect((await nodes.read()).provisioningSteps[0]).toMatchObject({
    status: "completed",
    installSessionId: session,
  });
  expect(nodes.begins()).toHaveLength(2);
  console.info(`taken over ${Math.round(second.at - killedAt)} ms after SIGKILL`);
});

/** Leases no longer end, from their next renewal on: only a node that releases a job lets another one have it. */
const endlessLeases = `
  create function compute_host.endless() returns trigger language plpgsql as $$
    begin
      if new.lease_until is not null then new.lease_until := 'infinity'; end if;
      return new;
    end
  $$;
  create trigger endless before update on compute_host.jobs
    for each row execute function compute_host.endless()`;

test("a node that shuts down hands over without waiting for the end of its lease", async () => {
  await using nodes = await JobNodes.start(2);
  const { holder, first } = await nodes.startJob();
  await nodes.sql(endlessLeases);
  const endless = "select from compute_host.jobs where lease_until = 'infinity'";
  await expect.poll(async () => (await nodes.sql(endless)).length).toBe(1);
  holder.kill("SIGTERM");
  const stoppedAt = Date.now();
  const second = await nodes.begun(2);
  await expect.poll(() => holder.exitCode).toBe(0);
  await nodes.finish();
  nodes.expectNoOverlap(first, second);
  expect(second.node).not.toBe(first.node);
  console.info(`taken over ${Math.round(second.at - stoppedAt)} ms after SIGTERM`);
});
