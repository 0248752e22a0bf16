import type { Computer, ComputerUpdate } from "@compute-host/types";
import { expect, test } from "vitest";
import { refuseTaken, setFields, updateComputer } from "./update-computer.ts";

const computer: Computer = {
  id: "a",
  name: "argo",
  providerType: "managed",
  createdAt: 1,
  ownerId: "usr_ada",
  status: "active",
};
const linked: Computer = { ...computer, hostId: "F0-A" };
const refused = (code: string) => expect.objectContaining({ name: "ConflictError", code });

test.each<[Computer, ComputerUpdate, Partial<Computer>]>([
  [computer, { name: "nostromo" }, { name: "nostromo" }],
  [computer, { hostId: "b1" }, { hostId: "b1" }],
  [computer, { remoteUser: "root" }, { remoteUser: "root" }],
  [linked, { name: "b", hostId: "f0-a", remoteUser: "u" }, { name: "b", hostId: "F0-A", remoteUser: "u" }],
])("%j with the update %j has %j", (before, update, changes) => {
  expect(updateComputer(before, update)).toStrictEqual({ ...before, ...changes });
});

test.each<[Computer, ComputerUpdate]>([
  [computer, {}],
  [computer, { name: "argo" }],
  [linked, { hostId: "f0-a" }],
])("%j stays the same object with the update %j", (before, update) => {
  expect(updateComputer(before, update)).toBe(before);
});

test("a host can be set only once", () => {
  expect(() => updateComputer(linked, { hostId: "b1", name: "b" })).toThrow(refused("host-already-set"));
});

test("fields that are equal as JSON are unchanged", () => {
  const withSteps = { ...computer, provisioningSteps: [{ id: "a", name: "A", status: "pending" }] };
  expect(setFields(withSteps, structuredClone(withSteps))).toBe(withSteps);
  expect(setFields(withSteps, { provisioningSteps: [] })).toEqual({ ...computer, provisioningSteps: [] });
});

test.each<[string | undefined, Partial<Computer>]>([
  ["name-taken", { name: "argo" }],
  ["host-taken", { name: "b", hostId: "f0-a" }],
  ["name-taken", { name: "argo", hostId: "f0-a" }],
  [undefined, { name: "b" }],
  [undefined, { name: "b", hostId: "b1" }],
  [undefined, { id: "a", name: "argo", hostId: "f0-a" }],
  [undefined, { ownerId: "usr_bob", name: "argo", hostId: "f0-a" }],
])("%s: another computer has %j", (code, others) => {
  const refuse = () => refuseTaken(linked, [{ ...computer, id: "b", ...others }]);
  if (code === undefined) expect(refuse).not.toThrow();
  else expect(refuse).toThrow(refused(code));
});

test("two computers without a host do not share one", () => {
  expect(() => refuseTaken(computer, [{ ...computer, id: "b", name: "b" }])).not.toThrow();
});

test("each of the others is compared", () => {
  const own = { ...linked };
  const another = { ...computer, id: "b" };
  expect(() => refuseTaken(linked, [own, another])).toThrow(refused("name-taken"));
});
