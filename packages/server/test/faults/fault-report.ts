import { expect } from "vitest";
import { get } from "../run-command.ts";
import type { ServiceNodes } from "./service-nodes.ts";

/** Waits until callers had this many more writes acknowledged. */
export async function waitForWrites({ calls }: ServiceNodes, count: number): Promise<void> {
  const target = calls.acknowledged + count;
  await expect.poll(() => calls.acknowledged, { interval: 20 }).toBeGreaterThanOrEqual(target);
}

/** The status of `/readyz`; 0 where the node does not respond. */
export async function statusOfReadiness(url: string): Promise<number> {
  return get(`${url}/readyz`).then(
    ({ status }) => status,
    () => 0,
  );
}

/** Which node runs a command; there has to be one. */
export async function indexOfRunner({ urls, step }: ServiceNodes): Promise<number> {
  await expect.poll(() => step.runs().length).toBe(1);
  const metrics = await Promise.all(urls.map(async (url) => (await get(`${url}/metrics`)).text()));
  const running = metrics.map((text) => /^compute_host_provisioning_steps_running 1$/m.test(text));
  expect(running.filter(Boolean)).toHaveLength(1);
  return running.indexOf(true);
}

/** Waits until another run begins, and tells how long after a moment of `Date.now()` that was, in milliseconds. */
export async function takeoverAfter({ step }: ServiceNodes, moment: number): Promise<number> {
  await expect.poll(() => step.runs().length).toBeGreaterThan(1);
  return (step.runs()[1]?.startedAt ?? Infinity) - moment;
}

/** All runs were of one session, with rising attempts. */
export function expectOneSession({ step }: ServiceNodes): void {
  const runs = step.runs();
  expect(new Set(runs.map(({ session }) => session)).size).toBe(1);
  const attempts = runs.map(({ attempt }) => attempt);
  expect(attempts).toEqual([...new Set(attempts)].toSorted((a, b) => a - b));
}

/** Milliseconds from a moment of `performance.now()` to the first response to a write that was sent after it. */
export function recoveryMs({ calls: { history } }: ServiceNodes, since: number): number {
  const responses = history
    .filter(({ calledAt, action }) => calledAt >= since && action.kind === "update")
    .map(({ returnedAt }) => returnedAt);
  return Math.round(Math.min(...responses) - since);
}

/** Waits until no installation is running, checks the calls, and prints the fault's report. */
export async function expectNothingLost(service: ServiceNodes, fault: string, times: string): Promise<void> {
  const [url = ""] = service.urls;
  const isRunning = async (): Promise<boolean> => {
    await service.calls.list(url);
    const last = service.calls.history.findLast(({ action }) => action.kind === "list")?.action;
    return last?.kind !== "list" || last.result.some(({ install }) => install === "running");
  };
  await expect.poll(isRunning, { interval: 200 }).toBe(false);
  const { violations, calls, open } = await service.checkHistory();
  expect(violations).toEqual([]);
  expect(service.step.overlaps()).toEqual([]);
  console.info(
    `${fault}: lost nothing (${calls} calls in order, ${open} writes without a response); ${times}; ` +
      `callers saw: ${service.calls.summary()}`,
  );
}
