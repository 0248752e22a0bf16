import { describe, expect, test } from "vitest";
import { findDuplicateKeys } from "./json-body.ts";

describe("duplicate keys", () => {
  test.each([
    ['{"a":1,"a":2}', ["/a"]],
    ['{"a":1,"\\u0061":2}', ["/a"]],
    ['{"a":1,"a":2,"a":3}', ["/a", "/a"]],
    ['{"a/b":{"c":1,"c":2}}', ["/a~1b/c"]],
    ['[{"a":1},{"a":1,"b":[],"a":2}]', ["/1/a"]],
    ['{"__proto__":1,"__proto__":2}', ["/__proto__"]],
    ['{"":1,"":2}', ["/"]],
  ])("are found in %s", (text, pointers) => {
    expect(findDuplicateKeys(text)).toEqual(pointers);
  });

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
  ])("are not seen in %s", (text) => {
    expect(findDuplicateKeys(text)).toEqual([]);
  });

  test("are looked for in the deepest text that fits into a body", () => {
    const depth = 32_000;
    expect(findDuplicateKeys("[".repeat(depth) + "]".repeat(depth))).toEqual([]);
  });
});
