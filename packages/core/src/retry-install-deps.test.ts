import type { Computer, ProvisioningStep } from "@compute-host/types";
import { describe, expect, test } from "vitest";
import { retryInstallDeps } from "./retry-install-deps.ts";

const attempt = { installSessionId: "ins_2", startedAt: 9 };
const step = (id: string, status: string, more: Partial<ProvisioningStep> = {}): ProvisioningStep => ({
  id,
  name: id,
  status,
  ...more,
});
const withSteps = (
  status: NonNullable<Computer["status"]>,
  ...provisioningSteps: ProvisioningStep[]
): Computer => ({
  id: "a",
  name: "a",
  providerType: "managed",
  createdAt: 1,
  ownerId: "usr_ada",
  status,
  provisioningSteps,
});

describe("a retry", () => {
  test("starts a new attempt without the times and the error of the last one", () => {
    const before = withSteps(
      "error",
      step("create-computer", "completed", { startedAt: 1, completedAt: 2 }),
      step("install-deps", "failed", {
        error: "E",
        startedAt: 3,
        completedAt: 4,
        installSessionId: "ins_1",
      }),
    );
    const after = retryInstallDeps(before, attempt);
    expect(after).toEqual({
      ...before,
      status: "provisioning",
      provisioningSteps: [
        before.provisioningSteps?.[0] as ProvisioningStep,
        step("install-deps", "running", { startedAt: 9, installSessionId: "ins_2" }),
      ],
    });
  });

  test.each([
    ["active", "completed"],
    ["error", "failed"],
    ["provisioning", "pending"],
  ] as const)("is accepted on an %s computer whose step is %s", (status, stepStatus) => {
    const after = retryInstallDeps(withSteps(status, step("install-deps", stepStatus)), attempt);
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
    expect(() => retryInstallDeps(withSteps("provisioning", ...steps), attempt)).toThrow(
      expect.objectContaining({ name: "ConflictError", code }),
    );
  });
});
