import { describe, expect, test } from "vitest";
import { operationsOf } from "./operations.ts";
import { createSchemaCompiler } from "./schema-validation.ts";
import { loadSpec, pointerOf, resolveNode } from "./spec-document.ts";

const document = await loadSpec();
const compile = createSchemaCompiler(document);
const update = compile("/components/schemas/ComputerUpdate");

describe("the operations of the spec", () => {
  test("are its four, with the one status of their success", () => {
    const operations = operationsOf(document).map(({ operationId, method, path, successStatus }) => [
      operationId,
      `${method} ${path}`,
      successStatus,
    ]);
    expect(operations).toEqual([
      ["listComputers", "GET /api/v0/computers", 200],
      ["getComputer", "GET /api/v0/computers/{computerId}", 200],
      ["updateComputer", "PATCH /api/v0/computers/{computerId}", 200],
      ["retryInstallDeps", "POST /api/v0/computers/{computerId}/install-deps", 202],
    ]);
  });

  test("have their parameters and bodies", () => {
    const [list, get, patch] = operationsOf(document);
    expect(list?.queryParameters.map(({ name }) => name)).toEqual(["hostId", "includeProvisioningSteps"]);
    expect(get?.bodySchemaPointer).toBeUndefined();
    expect(patch?.bodySchemaPointer).toMatch(/schema$/);
  });

  test("need exactly one success each", () => {
    const broken = { paths: { "/a": { get: { operationId: "a", responses: { 200: {}, 201: {} } } } } };
    expect(() => operationsOf(broken)).toThrow("a must have exactly one 2xx");
  });
});

describe("a pointer", () => {
  test("escapes its parts, and a reference is followed", () => {
    const pointer = pointerOf("paths", "/api/v0/computers/{computerId}", "parameters", 0);
    expect(pointer).toBe("/paths/~1api~1v0~1computers~1{computerId}/parameters/0");
    expect(resolveNode(document, pointer).node.name).toBe("computerId");
    expect(() => resolveNode(document, "/nowhere")).toThrow("nothing at /nowhere");
  });
});

describe("the check of an update", () => {
  const hostId = "3F0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10";

  test.each([[{}], [{ name: "😀".repeat(63), remoteUser: "x", hostId }], [{ name: "constructor" }]])(
    "takes %j",
    (value) => {
      expect(update(value)).toEqual([]);
    },
  );

  test.each([
    [null, "", "must be an object"],
    [[], "", "must be an object"],
    [{ name: "" }, "/name", "must have at least 1 character"],
    [{ name: "😀".repeat(64) }, "/name", "must have at most 63 characters"],
    [{ name: 5 }, "/name", "must be a string"],
    [{ name: null }, "/name", "must be a string"],
    [{ hostId: `urn:uuid:${hostId}` }, "/hostId", "must be a UUID"],
    [{ nmae: "a" }, "/nmae", "is not a known property"],
    [{ "a/b~c": 1 }, "/a~1b~0c", "is not a known property"],
    [JSON.parse('{"__proto__":{"name":"a"}}'), "/__proto__", "is not a known property"],
    [{ constructor: 1 }, "/constructor", "is not a known property"],
  ])("refuses %j", (value, pointer, message) => {
    expect(update(value)).toEqual([{ pointer, message }]);
  });

  test("names every place that is wrong and changes nothing", () => {
    const value = { name: "", zz: 1, remoteUser: 2 };
    expect(
      update(value)
        .map(({ pointer }) => pointer)
        .toSorted(),
    ).toEqual(["/name", "/remoteUser", "/zz"]);
    expect(value).toEqual({ name: "", zz: 1, remoteUser: 2 });
  });
});
