import type { Computer, ProvisioningStep } from "@compute-host/types";
import { describe, expect, test } from "vitest";
import { endCurrentStep, retryInstallDeps, startCurrentStep } from "./steps.ts";

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

describe("starting the current step", () => {
  test("starts the first step that has not completed", () => {
    const { computer: after, ends } = startCurrentStep(
      computer(step("a", "completed"), step("b", "pending"), step("c", "pending")),
      start,
    );
    expect(after.provisioningSteps?.map(({ status }) => status)).toEqual(["completed", "running", "pending"]);
    expect(after.provisioningSteps?.[1]).toEqual(step("b", "running", { startedAt: 100 }));
    expect(ends).toBe(false);
  });

  test("gives an install session only to the install-dependencies step", () => {
    const { computer: after } = startCurrentStep(computer(step("install-deps", "pending")), start);
    expect(after.provisioningSteps?.[0]).toHaveProperty("installSessionId", "ins_new");
  });

  test("resumes an interrupted step unchanged, in its session", () => {
    const before = computer(step("install-deps", "running", { startedAt: 1, installSessionId: "ins_1" }));
    expect(startCurrentStep(before, start)).toEqual({ computer: before, ends: false });
  });

  test("ends the job of a computer with nothing to do", () => {
    const result = startCurrentStep(computer(step("a", "completed")), start);
    expect(result).toMatchObject({ ends: true, computer: { status: "active" } });
  });
});

describe("ending the current step", () => {
  test("never ends a step before its start, whatever the clock says", () => {
    const { computer: after } = endCurrentStep(
      computer(step("a", "running", { startedAt: 7_000 })),
      { completedAt: 50 },
      start,
    );
    expect(after.provisioningSteps?.[0]).toMatchObject({ startedAt: 7_000, completedAt: 7_000 });
  });

  test("completes the step and starts the next one in the same change", () => {
    const { computer: after, ends } = endCurrentStep(
      computer(step("a", "running", { startedAt: 1 }), step("install-deps", "pending")),
      { completedAt: 50 },
      start,
    );
    expect(after.provisioningSteps).toEqual([
      step("a", "completed", { startedAt: 1, completedAt: 50 }),
      step("install-deps", "running", { startedAt: 100, installSessionId: "ins_new" }),
    ]);
    expect([after.status, ends]).toEqual(["provisioning", false]);
  });

  test("activates the computer with the last step", () => {
    const result = endCurrentStep(computer(step("a", "running")), { completedAt: 50 }, start);
    expect(result).toMatchObject({ ends: true, computer: { status: "active" } });
  });

  test("ends the job on a failure, and later steps stay pending", () => {
    const { computer: after, ends } = endCurrentStep(
      computer(step("a", "running"), step("b", "pending")),
      { completedAt: 50, error: "E" },
      start,
    );
    expect(after.provisioningSteps).toEqual([
      step("a", "failed", { completedAt: 50, error: "E" }),
      step("b", "pending"),
    ]);
    expect([after.status, ends]).toEqual(["error", true]);
  });

  test("changes nothing if no step is running", () => {
    const before = computer(step("a", "pending"));
    expect(endCurrentStep(before, { completedAt: 50 }, start)).toEqual({ computer: before, ends: false });
  });
});

describe("a retry", () => {
  test("starts a new attempt without the times and the error of the last one", () => {
    const before = computer(
      step("create-computer", "completed", { startedAt: 1, completedAt: 2 }),
      step("install-deps", "failed", {
        error: "E",
        startedAt: 3,
        completedAt: 4,
        installSessionId: "ins_1",
      }),
    );
    const after = retryInstallDeps(before, start);
    expect(after).toEqual({
      ...before,
      status: "provisioning",
      provisioningSteps: [
        before.provisioningSteps?.[0] as ProvisioningStep,
        step("install-deps", "running", start),
      ],
    });
  });

  test.each([
    ["active", "completed"],
    ["error", "failed"],
    ["provisioning", "pending"],
  ] as const)("is accepted on an %s computer whose step is %s", (status, stepStatus) => {
    const after = retryInstallDeps({ ...computer(step("install-deps", stepStatus)), status }, start);
    expect(after.status).toBe("provisioning");
  });

  test.each([
    ["install-session-running", [step("install-deps", "running")]],
    ["no-install-deps-step", []],
    ["no-install-deps-step", [step("create-computer", "completed")]],
    ["earlier-step-not-completed", [step("create-computer", "running"), step("install-deps", "pending")]],
    ["earlier-step-not-completed", [step("create-computer", "failed"), step("install-deps", "pending")]],
    ["earlier-step-not-completed", [step("create-computer", "skipped"), step("install-deps", "failed")]],
    // A running session takes precedence over other conflicts.
    ["install-session-running", [step("create-computer", "failed"), step("install-deps", "running")]],
  ])("is refused as %s", (code, steps) => {
    expect(() => retryInstallDeps(computer(...steps), start)).toThrow(
      expect.objectContaining({ name: "ConflictError", code }),
    );
  });
});
