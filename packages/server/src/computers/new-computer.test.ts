import { describe, expect, test } from "vitest";
import { newComputer } from "./new-computer.ts";

const input = { name: "a", ownerId: "usr_ada" };

describe("a new computer", () => {
  test.each([
    ["managed", ["create-computer", "configure-environment", "install-deps"]],
    ["byom", ["install-deps"]],
  ] as const)("that is %s has its steps before it", (providerType, ids) => {
    const computer = newComputer({ ...input, providerType }, 7);
    expect(computer).toMatchObject({ createdAt: 7, status: "provisioning" });
    expect(computer.id).toMatch(/^cmp_[0-9a-f]{32}$/);
    expect(computer.provisioningSteps.map(({ id }) => id)).toEqual(ids);
    expect(computer.provisioningSteps.every(({ status, name }) => status === "pending" && name !== "")).toBe(
      true,
    );
  });

  test("without any steps is active", () => {
    expect(newComputer({ ...input, providerType: "byom", provisioningSteps: [] }, 7).status).toBe("active");
  });

  test.each([
    ["error", ["completed", "failed", "pending"]],
    ["provisioning", ["completed", "running", "failed"]],
    ["provisioning", ["completed", "unheard-of"]],
    ["active", ["completed", "completed"]],
  ])("has the status %s that its steps %j give it", (status, steps) => {
    const provisioningSteps = steps.map((one, index) => ({ id: `s${index}`, status: one }));
    const computer = newComputer({ ...input, providerType: "byom", provisioningSteps }, 7);
    expect(computer.status).toBe(status);
    expect(computer.provisioningSteps[0]).toHaveProperty("name");
  });

  test("keeps unknown fields", () => {
    const source = { computerSource: { kind: "snapshot", of: [1] }, extra: true };
    expect(newComputer({ ...input, ...source, providerType: "byom" }, 7)).toMatchObject(source);
  });
});
