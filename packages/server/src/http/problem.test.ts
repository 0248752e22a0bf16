import { maxHeaderSize } from "node:http";
import { maxBodyBytes, type ProblemKey, problemText, problemTypes } from "@compute-host/core";
import { describe, expect, test } from "vitest";
import { ComputerConflictError, StorageError } from "../computers/store-errors.ts";
import { description } from "../openapi/description.gen.ts";
import type { SpecNode } from "../openapi/spec-document.ts";
import { problemOf } from "./problem.ts";

const { components } = description as unknown as {
  readonly components: { readonly examples: Readonly<Record<string, { readonly value: SpecNode }>> };
};
const examples = Object.entries(components.examples)
  .filter(([name]) => name.startsWith("problem"))
  .map(([name, { value }]) => [name, value] as const);

describe("the table of problems", () => {
  test.each(examples)("gives the spec's example %s", (_name, example) => {
    const codes = Object.keys(problemTypes) as ProblemKey[];
    const texts = codes.map((code) => {
      const { requestId, instance, errors } = example as never;
      return JSON.parse(problemText(code, { requestId, target: instance, errors })) as unknown;
    });
    expect(texts).toContainEqual(example);
  });

  test("states the limits that the server has", () => {
    expect(problemTypes["body-too-large"].detail).toContain(` ${maxBodyBytes} bytes`);
    expect(problemTypes["header-too-large"].detail).toContain(` ${maxHeaderSize} bytes`);
  });
});

describe("the instance of a problem", () => {
  test.each([
    ["/api/v0/computers?hostId=1", "/api/v0/computers"],
    ["/a%2Fb", "/a%2Fb"],
    ["/%zz", "/%25zz"],
    ['/"<é>{', "/%22%3C%C3%A9%3E%7B"],
    ["", ""],
  ])("of %s is %s", (target, instance) => {
    expect(JSON.parse(problemText("not-found", { requestId: "r", target }))).toMatchObject({ instance });
  });
});

describe("an error", () => {
  test.each<[unknown, ProblemKey]>([
    [new ComputerConflictError("name-taken"), "name-taken"],
    [new StorageError("full", { isUnprocessed: true }), "unavailable"],
    [new StorageError("fsync", { isUnprocessed: false }), "internal-error"],
    [Object.assign(new Error("x"), { code: "FST_ERR_CTP_BODY_TOO_LARGE" }), "body-too-large"],
    [new TypeError("x"), "internal-error"],
    ["thrown text", "internal-error"],
  ])("%s becomes %s", (error, code) => {
    expect(problemOf(error).code).toBe(code);
  });

  test("that asks for a retry says when", () => {
    const problem = problemOf(new StorageError("full", { isUnprocessed: true }));
    expect(Number(problem.options.headers?.["retry-after"])).toBeGreaterThan(0);
  });
});
