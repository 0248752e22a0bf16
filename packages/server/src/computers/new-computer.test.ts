import { expect, test } from "vitest";
import { type NewComputer, newComputer } from "./new-computer.ts";

const given = { name: "argo", ownerId: "usr_ada" };
const install = { id: "install-deps", name: "Install dependencies", status: "pending" };
const allSteps = [
  { id: "create-computer", name: "Create computer", status: "pending" },
  { id: "configure-environment", name: "Configure environment", status: "pending" },
  install,
];

test.each<[Pick<NewComputer, "providerType" | "status" | "provisioningSteps">, string, object[]]>([
  [{ providerType: "managed" }, "provisioning", allSteps],
  [{ providerType: "byom" }, "provisioning", [install]],
  [{ providerType: "managed", status: "error" }, "provisioning", allSteps],
  [{ providerType: "managed", status: "active" }, "active", []],
  [{ providerType: "managed", provisioningSteps: [] }, "active", []],
  [
    { providerType: "byom", status: "active", provisioningSteps: [{ id: "install-deps", status: "failed" }] },
    "error",
    [{ ...install, status: "failed" }],
  ],
  [
    { providerType: "byom", provisioningSteps: [{}, { id: "own" }, { name: "N", startedAt: 1 }] },
    "provisioning",
    [
      { id: "step-1", name: "step-1", status: "pending" },
      { id: "own", name: "own", status: "pending" },
      { id: "step-3", name: "N", status: "pending", startedAt: 1 },
    ],
  ],
])("a new computer with %j is %s and has the steps %j", (more, status, provisioningSteps) => {
  const { id, ...computer } = newComputer({ ...given, ...more }, 7);
  expect(computer).toEqual({
    ...given,
    providerType: more.providerType,
    createdAt: 7,
    status,
    provisioningSteps,
  });
  expect(id).toMatch(/^cmp_[0-9a-f]{32}$/);
});

test("a new computer keeps the ID, the time and the fields that it has", () => {
  const kept = { id: "cmp_1", createdAt: 3, hostname: "h" };
  expect(newComputer({ ...given, ...kept, providerType: "byom" }, 7)).toMatchObject(kept);
});
