import { describe, expect, test } from "vitest";
import { maxDepth, parseStrictJson } from "./strict-json.ts";

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

function faultOf(text: string): unknown {
  try {
    return { value: parseStrictJson(text) };
  } catch (error) {
    const { fault, pointer } = error as { fault: string; pointer: string };
    return [fault, pointer];
  }
}

describe("a JSON text", () => {
  test.each([
    "{}",
    "[]",
    '"a"',
    "1",
    '{"a":"b","b":"a"}',
    '{"a":{"a":{"a":1}},"b":{"a":1}}',
    '["a","a",["a"],{"a":"a"}]',
    '{"a":"\\"a\\":","b":"{\\"b\\":1,\\"b\\":2}"}',
    '{"a" : "x,y" , "b" : ["}", "{"]}',
    '["\\ud83d\\ude80 \\\\ud83d \\u0041", "\\\\\\u0041"]',
    '{"\\ud83d\\ude80":1,"🚀 ":2}',
    nested(maxDepth),
  ])("is parsed: %.60s", (text) => {
    expect(faultOf(text)).toEqual({ value: JSON.parse(text) });
  });

  test.each([
    ['{"a":1,"a":2}', ["duplicate", "/a"]],
    ['{"a":1,"\\u0061":2}', ["duplicate", "/a"]],
    ['{"a/b":{"c":1,"c":2}}', ["duplicate", "/a~1b/c"]],
    ['[{"a":1},{"a":1,"b":[],"a":2}]', ["duplicate", "/1/a"]],
    ['{"__proto__":1,"__proto__":2}', ["duplicate", "/__proto__"]],
    ['{"":1,"":2}', ["duplicate", "/"]],
    ['["\\ud800"]', ["surrogate", "/0"]],
    ['["\\udc00"]', ["surrogate", "/0"]],
    ['["\\ud83dx\\ude80"]', ["surrogate", "/0"]],
    ['{"\\\\\\uDC00":1}', ["surrogate", "/"]],
    [nested(maxDepth + 1), ["depth", "/0".repeat(maxDepth)]],
    ["[1,]", ["malformed", ""]],
  ])("is refused for its first fault: %.60s", (text, fault) => {
    expect(faultOf(text)).toEqual(fault);
  });

  test.each([
    ["[1,]", /^is not JSON: ./],
    ['{"a":1,"a":2}', /^is given more than once$/],
    ['["\\ud800"]', /^contains half of a surrogate pair/],
    [nested(maxDepth + 1), /^is nested deeper than 64 levels$/],
  ])("is refused with the reason: %.60s", (text, reason) => {
    expect(() => parseStrictJson(text)).toThrow(reason);
  });

  test("is scanned at any depth, with an escape in the middle", () => {
    const depth = 30_000;
    expect(faultOf(`${"[".repeat(depth)}"\\u0041"${"]".repeat(depth)}`)).toMatchObject(["depth", {}]);
  });

  test("gets a shortened pointer if its key is long", () => {
    const key = "~".repeat(30_000);
    const [, pointer] = faultOf(`{"${key}":{"b":1,"b":1}}`) as [string, string];
    expect(pointer).toHaveLength(200);
  });
});
