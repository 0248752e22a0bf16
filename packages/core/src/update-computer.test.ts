import type { Computer, ComputerUpdate } from "@compute-host/types";
import { describe, expect, test } from "vitest";
import { refuseTaken, updateComputer } from "./update-computer.ts";

const hostId = "3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";
const computer: Computer = {
  id: "a",
  name: "old",
  providerType: "byom",
  createdAt: 1,
  ownerId: "usr_ada",
  status: "error",
  provisioningSteps: [],
};

describe("an update", () => {
  test("changes exactly the fields that it names, together", () => {
    expect(updateComputer(computer, { name: "new", hostId, remoteUser: "ada" })).toEqual({
      ...computer,
      name: "new",
      hostId,
      remoteUser: "ada",
    });
    expect(updateComputer(computer, { remoteUser: "ada" })).toEqual({ ...computer, remoteUser: "ada" });
  });

  test.each([{}, { name: "old" }, { hostId: hostId.toUpperCase() }])(
    "returns the same object for an empty update: %j",
    (update) => {
      const linked = { ...computer, hostId };
      expect(updateComputer(linked, update)).toBe(linked);
    },
  );

  test("keeps the host once it is set", () => {
    const other = "00000000-0000-0000-0000-000000000000";
    expect(() => updateComputer({ ...computer, hostId }, { name: "new", hostId: other })).toThrow(
      expect.objectContaining({ code: "host-already-set" }),
    );
  });
});

test("does not store a field that the rules do not name, so that no reader sees it", () => {
  const update = { remoteUser: "ada", sshPrivateKey: "secret" } as ComputerUpdate;
  expect(updateComputer(computer, update)).toEqual({ ...computer, remoteUser: "ada" });
});

describe("another computer", () => {
  const other = { ...computer, id: "b", name: "other", hostId };

  test.each([
    ["name-taken", { name: "other" }],
    ["host-taken", { hostId: hostId.toUpperCase() }],
  ])("of the same owner refuses with %s", (code, fields) => {
    expect(() => refuseTaken({ ...computer, ...fields }, [computer, other])).toThrow(
      expect.objectContaining({ code }),
    );
  });

  test("of another owner refuses nothing", () => {
    const foreign = { ...other, ownerId: "usr_bob" };
    expect(() => refuseTaken({ ...computer, name: "other", hostId }, [foreign])).not.toThrow();
  });
});
