import type { Computer } from "@compute-host/types";
import { expect, test } from "vitest";
import { listComputers } from "./list-computers.ts";

const computer = (id: string, createdAt: number, more: Partial<Computer> = {}): Computer => ({
  id,
  name: id,
  providerType: "byom",
  createdAt,
  ...more,
});

test("sorts newest first, then by higher ID", () => {
  const list = listComputers([computer("a", 1), computer("c", 2), computer("b", 2)], {
    hostId: undefined,
    withSteps: false,
  });
  expect(list.map(({ id }) => id)).toEqual(["c", "b", "a"]);
});

test("a host matches in either letter case, and an unknown host matches nothing", () => {
  const computers = [computer("a", 1, { hostId: "aB" }), computer("b", 2)];
  expect(listComputers(computers, { hostId: "Ab", withSteps: false }).map(({ id }) => id)).toEqual(["a"]);
});

test("every computer carries its steps, or none does", () => {
  const computers = [computer("a", 2), computer("b", 1, { provisioningSteps: [{ id: "install-deps" }] })];
  const steps = (withSteps: boolean) =>
    listComputers(computers, { hostId: undefined, withSteps }).map(
      ({ provisioningSteps }) => provisioningSteps,
    );
  expect(steps(true)).toEqual([[], [{ id: "install-deps" }]]);
  expect(steps(false)).toEqual([undefined, undefined]);
});
