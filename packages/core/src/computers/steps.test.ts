import type { Computer, ComputerStatus, ProvisioningStep } from "@compute-host/types";
import { describe, expect, test } from "vitest";
import { endCurrentStep, retryInstallDeps, startCurrentStep, statusOfSteps } from "./steps.ts";

const start = { startedAt: 100, installSessionId: "ins_new" };
const step = (id: string, status: string, more: Partial<ProvisioningStep> = {}): ProvisioningStep => ({
  id,
  name: id,
  status,
  ...more,
});
const computer = (...provisioningSteps: ProvisioningStep[]): Computer => ({
  id: "a",
  name: "a",
  providerType: "managed",
  createdAt: 1,
  ownerId: "usr_ada",
  status: "provisioning",
  provisioningSteps,
});

const { provisioningSteps: _none, ...stepless } = computer();

const starts = (before: Computer) => startCurrentStep(before, start);
const ends = (before: Computer) => endCurrentStep(before, { completedAt: 50 }, start);
const fails = (before: Computer) => endCurrentStep(before, { completedAt: 50, error: "E" }, start);
const waits = (before: Computer) => startCurrentStep(before, undefined);
const pending = step("b", "pending");
const running = step("install-deps", "running", { startedAt: 1, installSessionId: "ins_1" });
const started = step("install-deps", "running", start);

test.each<[string, typeof starts, ProvisioningStep[], ProvisioningStep[], ComputerStatus]>([
  [
    "the first step that has not completed starts",
    starts,
    [step("a", "completed"), pending, step("c", "pending")],
    [step("a", "completed"), step("b", "running", { startedAt: 100 }), step("c", "pending")],
    "provisioning",
  ],
  ["install-deps starts in a session", starts, [step("install-deps", "pending")], [started], "provisioning"],
  ["an interrupted step resumes in its session", starts, [running], [running], "provisioning"],
  ["a job with nothing to do ends", starts, [step("a", "completed")], [step("a", "completed")], "active"],
  [
    "the last step never ends before its start, whatever the clock says",
    ends,
    [step("a", "running", { startedAt: 7_000 })],
    [step("a", "completed", { startedAt: 7_000, completedAt: 7_000 })],
    "active",
  ],
  [
    "the next step starts as one ends",
    ends,
    [step("a", "running", { startedAt: 1 }), step("install-deps", "pending")],
    [step("a", "completed", { startedAt: 1, completedAt: 50 }), started],
    "provisioning",
  ],
  [
    "a failure ends the job, and later steps stay pending",
    fails,
    [step("a", "running"), pending],
    [step("a", "failed", { completedAt: 50, error: "E" }), pending],
    "error",
  ],
  ["nothing ends while no step runs", ends, [pending], [pending], "provisioning"],
  ["without a start, the next step waits", waits, [pending], [pending], "provisioning"],
])("%s", (_what, change, before, after, status) => {
  const expected = { ...computer(...after), status };
  expect(change(computer(...before))).toStrictEqual({ computer: expected, ends: status !== "provisioning" });
});

test("a computer without steps has nothing to do, to end or to retry", () => {
  expect(starts(stepless)).toEqual({ computer: { ...stepless, status: "active" }, ends: true });
  expect(ends(stepless)).toEqual({ computer: stepless, ends: false });
  expect(() => retryInstallDeps(stepless, start)).toThrow("no-install-deps-step");
});

test.each<[ComputerStatus, string[]]>([
  ["active", []],
  ["active", ["completed", "completed"]],
  ["provisioning", ["completed", "pending"]],
  ["provisioning", ["completed", "running", "pending"]],
  ["provisioning", ["failed", "running"]],
  ["error", ["completed", "failed", "pending"]],
  ["provisioning", ["pending"]],
])("a computer is %s whose steps are %j", (status, steps) => {
  expect(statusOfSteps(steps.map((one) => step("a", one)))).toBe(status);
});

describe("a retry", () => {
  test.each([
    ["active", "completed"],
    ["error", "failed"],
    ["provisioning", "pending"],
  ] as const)(
    "on an %s computer, whose step is %s, starts an attempt without the times and error of the last one",
    (status, stepStatus) => {
      const earlier = step("create-computer", "completed", { startedAt: 1, completedAt: 2 });
      const last = { error: "E", startedAt: 3, completedAt: 4, installSessionId: "ins_1" };
      const before = { ...computer(earlier, step("install-deps", stepStatus, last)), status };
      expect(retryInstallDeps(before, start)).toEqual(computer(earlier, started));
    },
  );

  test.each([
    ["install-session-running", [step("install-deps", "running")]],
    ["no-install-deps-step", []],
    ["no-install-deps-step", [step("create-computer", "completed")]],
    ["earlier-step-not-completed", [step("create-computer", "running"), step("install-deps", "pending")]],
    ["earlier-step-not-completed", [step("create-computer", "failed"), step("install-deps", "pending")]],
    ["earlier-step-not-completed", [step("create-computer", "skipped"), step("install-deps", "failed")]],
    [
      "earlier-step-not-completed",
      [step("a", "completed"), step("b", "failed"), step("install-deps", "pending")],
    ],
    // A running session takes precedence over other conflicts.
    ["install-session-running", [step("create-computer", "failed"), step("install-deps", "running")]],
  ])("is refused as %s", (code, steps) => {
    expect(() => retryInstallDeps(computer(...steps), start)).toThrow(
      expect.objectContaining({ name: "ConflictError", code }),
    );
  });
});
