import { expect, test } from "vitest";
import { computersSource } from "./computers-source.ts";
import { readSpec } from "./spec-document.ts";

const { operations } = await readSpec();
const source = computersSource(operations);

test("every operation of the spec has a method", () => {
  expect(operations.map(({ operationId }) => operationId)).toEqual([
    "listComputers",
    "getComputer",
    "updateComputer",
    "retryInstallDeps",
  ]);
  for (const name of ["list", "get", "update", "retryInstallDeps"])
    expect(source).toMatch(new RegExp(`^  ${name}\\(`, "m"));
});

test("a method is documented with the spec's words, its errors by class, and an example", () => {
  const comment = source.slice(source.indexOf("Update a computer."), source.indexOf("  update("));
  expect(comment).toContain("All fields of one request are applied");
  expect(comment).toMatch(/@throws ConflictError 409: /);
  for (const name of ["ConnectionError", "TimeoutError", "InvalidResponseError", "InvalidArgumentError"]) {
    expect(comment).toContain(`@throws ${name} `);
  }
  expect(comment).toMatch(/@example\n {3}\* const computer = await client\.computers\.update\(/);
});

test("a query parameter with the enum true and false is a boolean", () => {
  expect(source).toContain("includeProvisioningSteps?: boolean | undefined;");
});
