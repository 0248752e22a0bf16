import { expect, test } from "vitest";
import { ComputerConflictError, throwConflicts } from "./store-errors.ts";

test("of several conflicts the first is thrown, with the others", () => {
  const [first, ...further] = [
    new ComputerConflictError("id-taken", "a", 0),
    new ComputerConflictError("name-taken", "b", 3),
    new ComputerConflictError("host-taken", "c", 7),
  ];
  expect(() => throwConflicts([first as ComputerConflictError, ...further])).toThrow(
    expect.objectContaining({
      code: "id-taken",
      message: "id-taken: computer a",
      computerId: "a",
      position: 0,
      further,
    }),
  );
  expect(() => throwConflicts([])).not.toThrow();
});

test("a conflict of a change names no computer", () => {
  expect(new ComputerConflictError("name-taken").message).toBe("name-taken");
});
