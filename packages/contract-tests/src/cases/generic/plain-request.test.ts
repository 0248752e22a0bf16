import type { Operation } from "@compute-host/openapi/model";
import { expect, test } from "vitest";
import { successStatusesOf } from "./plain-request.ts";

test.each([
  [
    ["200", "202", "404", "default"],
    [200, 202],
  ],
  [["303"], []],
  [["303", "default"], Array.from({ length: 100 }, (_, index) => 200 + index)],
])("the successes of an operation that documents %j", (documented, expected) => {
  const operation = { responses: documented.map((status) => ({ status })) } as unknown as Operation;
  expect(successStatusesOf(operation)).toEqual(expected);
});
