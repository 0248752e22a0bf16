import { describe, expect, test } from "vitest";
import { description } from "./description.gen.ts";
import { createSchemaCompiler } from "./schema-validation.ts";
import { resolveNode } from "./spec-document.ts";

const compile = createSchemaCompiler(description);
const update = compile("/components/schemas/ComputerUpdate");

describe("a pointer", () => {
  test("leads to a part of the description, through references", () => {
    const pointer = "/paths/~1api~1v0~1computers~1{computerId}/parameters/0";
    expect(resolveNode(description, pointer).name).toBe("computerId");
    expect(() => resolveNode(description, "/nowhere")).toThrow("nothing at /nowhere");
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

  test("names every wrong place and changes nothing", () => {
    const value = { name: "", zz: 1, remoteUser: 2 };
    expect(
      update(value)
        .map(({ pointer }) => pointer)
        .toSorted(),
    ).toEqual(["/name", "/remoteUser", "/zz"]);
    expect(value).toEqual({ name: "", zz: 1, remoteUser: 2 });
  });
});
