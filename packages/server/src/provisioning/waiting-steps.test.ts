import { expect, test } from "vitest";
import type { StepRun } from "./provisioner.ts";
import { WaitingSteps } from "./waiting-steps.ts";

test("steps count as waiting, even while their jobs are queued, until a step ends and none waits", () => {
  const told: (string | undefined)[] = [];
  const waiting = new WaitingSteps((reason) => told.push(reason));
  const [one, other] = [{} as StepRun, {} as StepRun];
  waiting.settle();
  waiting.add(one, "no room");
  waiting.add(other, "no room");
  waiting.delete(one);
  waiting.settle();
  waiting.delete(other);
  waiting.add(one, "no room");
  waiting.delete(one);
  expect(told).toEqual(["no room"]);
  waiting.settle();
  expect(told).toEqual(["no room", undefined]);
});
