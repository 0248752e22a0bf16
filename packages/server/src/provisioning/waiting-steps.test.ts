import { expect, test } from "vitest";
import type { StepRun } from "./provisioner.ts";
import { WaitingSteps } from "./waiting-steps.ts";

const runOf = (id: string) => ({ computer: { id }, step: { id: "s" } }) as StepRun;
const [one, other] = [runOf("one"), runOf("other")];

test("steps count as waiting, even while their jobs are queued, until a step ends and none waits", () => {
  const told: (string | undefined)[] = [];
  const waiting = new WaitingSteps((reason) => told.push(reason));
  waiting.settle();
  waiting.add(one, "no room", 0);
  waiting.add(other, "no room", 0);
  waiting.delete(one);
  waiting.settle();
  waiting.delete(other);
  waiting.add(one, "no room", 0);
  waiting.delete(one);
  expect(told).toEqual(["no room"]);
  waiting.settle();
  expect(told).toEqual(["no room", undefined]);
});

test("a step waits from its first refusal, also in the queue, until it begins or another node may have it", () => {
  const waiting = new WaitingSteps(() => {});
  waiting.add(one, "no room", 1_000);
  waiting.delete(one);
  waiting.add(other, "no room", 2_000);
  waiting.add(one, "no room", 3_000);
  expect(waiting.figures(4_000)).toEqual({ count: 2, since: 1_000 });
  waiting.begin(one);
  expect(waiting.figures(4_000)).toEqual({ count: 1, since: 2_000 });
  waiting.delete(other);
  expect(waiting.figures(10_000_000)).toEqual({ count: 0, since: 10_000_000 });
});
