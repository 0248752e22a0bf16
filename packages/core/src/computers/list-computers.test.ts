import type { Computer } from "@compute-host/types";
import { expect, test } from "vitest";
import { listComputers } from "./list-computers.ts";

const computer = (id: string, createdAt: number, more: Partial<Computer> = {}): Computer => ({
  id,
  name: id,
  providerType: "managed",
  createdAt,
  ownerId: "usr_ada",
  status: "active",
  ...more,
});
const all = { hostId: undefined, withSteps: false };

test("a list is sorted by time, then by ID, both descending", () => {
  const computers = [
    computer("b", 2),
    computer("d", 1),
    computer("c", 2),
    computer("a", 2),
    computer("c", 2),
    computer("a", 3),
  ];
  const sorted = listComputers(computers, all).map(({ id, createdAt }) => `${createdAt}${id}`);
  expect(sorted).toEqual(["3a", "2c", "2c", "2b", "2a", "1d"]);
});

test("a list by host has the computer that is linked to it, in any case of its letters", () => {
  const computers = [
    computer("a", 1),
    computer("b", 1, { hostId: "F0-A" }),
    computer("c", 1, { hostId: "0" }),
  ];
  expect(listComputers(computers, { ...all, hostId: "f0-a" })).toEqual([computers[1]]);
  expect(listComputers(computers, { ...all, hostId: "1" })).toEqual([]);
});

test("either all computers of a list have steps, or none", () => {
  const provisioningSteps = [{ id: "a", name: "A", status: "completed" }];
  const computers = [computer("b", 1, { provisioningSteps }), computer("a", 1)];
  expect(listComputers(computers, { ...all, withSteps: true })).toEqual([
    computer("b", 1, { provisioningSteps }),
    computer("a", 1, { provisioningSteps: [] }),
  ]);
  expect(listComputers(computers, all)).toEqual([computer("b", 1), computer("a", 1)]);
});
