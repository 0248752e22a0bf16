import { describe, expect, test } from "vitest";
import type { Operation } from "../spec/operations.ts";
import { bindOperations } from "./bind-operations.ts";

const operation = (operationId: string): Operation => ({
  operationId,
  method: "GET",
  path: `/${operationId}`,
  successStatus: 200,
  queryParameters: [],
});

describe("binding operations to handlers", () => {
  test("goes by the operationId", () => {
    const bound = bindOperations([operation("a"), operation("b")], { b: 2, a: 1 });
    expect(bound.map(({ operation: { operationId }, handler }) => [operationId, handler])).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
  });

  test("fails and names every operation without a handler and every handler without an operation", () => {
    expect(() =>
      bindOperations([operation("a"), operation("toString"), operation("b")], { b: 1, c: 2 }),
    ).toThrow(
      "the operation a has no handler; the operation toString has no handler; the handler c has no operation",
    );
  });
});
