import { describe, expect, test } from "vitest";
import type { Operation } from "../openapi/operations.ts";
import type { OperationHandler } from "./operation-handlers.ts";
import { bindOperations } from "./operation-routes.ts";

const operation = (operationId: string): Operation => ({
  operationId,
  method: "GET",
  path: `/${operationId}`,
  successStatus: 200,
  queryParameters: [],
});
const first: OperationHandler = () => "1";
const second: OperationHandler = () => "2";

describe("binding operations to handlers", () => {
  test("goes by the operationId", () => {
    const bound = bindOperations([operation("a"), operation("b")], { b: second, a: first });
    expect(bound.map(({ operation: { operationId }, handler }) => [operationId, handler])).toEqual([
      ["a", first],
      ["b", second],
    ]);
  });

  test("fails and names every operation without a handler and every handler without an operation", () => {
    expect(() =>
      bindOperations([operation("a"), operation("toString"), operation("b")], { b: first, c: second }),
    ).toThrow(
      "the operation a has no handler; the operation toString has no handler; the handler c has no operation",
    );
  });
});
