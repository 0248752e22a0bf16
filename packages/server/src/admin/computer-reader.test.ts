import { describe, expect, test } from "vitest";
import { examples } from "../openapi/examples.gen.ts";
import { createComputerReader } from "./computer-reader.ts";
import { ImportError, type ImportProblem } from "./import-error.ts";

const now = 1_795_102_800_000;
const least = { name: "build-box", providerType: "managed", ownerId: "usr_ada" };
const read = createComputerReader(() => now);

function problemsOf(record: unknown): readonly ImportProblem[] {
  try {
    read(record);
  } catch (error) {
    if (error instanceof ImportError) return error.problems;
    throw error;
  }
  return [];
}

describe("a record", () => {
  test.each([
    ["managed", ["create-computer", "configure-environment", "install-deps"]],
    ["byom", ["install-deps"]],
  ])(
    "that is %s gets an ID, the current time and pending steps where these are missing",
    (providerType, ids) => {
      const record = { ...least, providerType };
      expect(read(record)).toMatchObject({ ...record, createdAt: now, status: "provisioning" });
      const { id, provisioningSteps } = read(record);
      expect(id).toMatch(/^cmp_[0-9a-f]{32}$/);
      expect(provisioningSteps).toMatchObject(ids.map((id) => ({ id, status: "pending" })));
    },
  );

  const steps = (...statuses: readonly string[]) => ({
    provisioningSteps: statuses.map((status) => ({ status })),
  });
  test.each([
    ["active", { status: "active" }],
    ["active", steps()],
    ["active", steps("completed", "completed")],
    ["error", steps("completed", "failed", "pending")],
    ["provisioning", steps("completed", "running", "failed")],
    ["provisioning", steps("completed", "unheard-of")],
  ])("has the status %s with %j, and names for its steps", (status, given) => {
    const computer = read({ ...least, ...given });
    expect(computer.status).toBe(status);
    expect(computer.provisioningSteps.map(({ name }) => name)).toEqual(
      (given as Partial<typeof computer>).provisioningSteps?.map((_, at) => `step-${at + 1}`) ?? [],
    );
  });

  test.each(["computerActive", "computerInstallDepsFailed", "computerProvisioning"] as const)(
    "is kept unchanged if it is complete (%s)",
    (name) => {
      expect(read(examples[name])).toEqual(examples[name]);
    },
  );

  test("reports all wrong fields together, in the words of the API", () => {
    const record = {
      ...least,
      name: "",
      hostId: "nope",
      nmae: "x",
      remoteUser: "u".repeat(64),
      ownerId: undefined,
    };
    expect(problemsOf(JSON.parse(JSON.stringify(record)))).toEqual(
      expect.arrayContaining([
        { field: "/ownerId", message: "is required" },
        { field: "/name", message: "must have at least 1 character" },
        { field: "/hostId", message: "must be a UUID" },
        { field: "/nmae", message: "is not a known property" },
        { field: "/remoteUser", message: "must have at most 63 characters" },
      ]),
    );
  });

  test.each([
    [{ ...least, id: ".." }, "/id"],
    [{ ...least, id: "a/b" }, "/id"],
    [{ ...least, id: "" }, "/id"],
    [{ ...least, ownerId: "" }, "/ownerId"],
    [{ ...least, createdAt: "now" }, "/createdAt"],
    [{ ...least, createdAt: 1.5 }, "/createdAt"],
    [{ ...least, createdAt: JSON.parse("1e999") }, "/createdAt"],
    [{ ...least, createdAt: 8.64e15 + 1_000 }, "/createdAt"],
    [
      { ...least, provisioningSteps: [{ startedAt: JSON.parse("-1e999") }] },
      "/provisioningSteps/0/startedAt",
    ],
    [{ ...least, ownerId: "o".repeat(256) }, "/ownerId"],
    [{ ...least, providerType: "cloud" }, "/providerType"],
    [{ ...least, status: "error" }, "/status"],
    [{ ...least, status: "active", provisioningSteps: [{ id: "a", status: "pending" }] }, "/status"],
    [{ ...least, provisioningSteps: [{ id: "a" }, { id: "a" }] }, "/provisioningSteps"],
    [JSON.parse('{"name":"a","providerType":"byom","ownerId":"o","__proto__":{"id":"x"}}'), "/__proto__"],
  ])("like %j is refused for its field %s", (record, field) => {
    expect(problemsOf(record).map((problem) => problem.field)).toEqual([field]);
  });

  test.each([null, 1, "text", []])("like %j is refused as a whole", (record) => {
    expect(problemsOf(record)).toEqual([{ message: "must be an object" }]);
  });
});
