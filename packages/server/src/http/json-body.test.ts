import { describe, expect, test } from "vitest";
import { parseJsonBody } from "./json-body.ts";

describe("a body", () => {
  test.each([
    ['{"name":"größe"}', { name: "größe" }],
    ['{"name":"\\ud83d\\ude80 \\\\ud83d"}', { name: "🚀 \\ud83d" }],
    [" [1] ", [1]],
  ])("is parsed: %s", (text, value) => {
    expect(parseJsonBody(Buffer.from(text))).toEqual(value);
  });

  test.each([
    ["nothing", Buffer.from("")],
    ["half a text", Buffer.from('{"name":')],
    ["two texts", Buffer.from("{} {}")],
    ["a byte order mark", Buffer.from("\ufeff{}")],
    ["bytes that are not UTF-8", Buffer.from([0x22, 0xc3, 0x28, 0x22])],
    ["UTF-16", Buffer.from('{"name":"a"}', "utf16le")],
    ["half a surrogate pair", Buffer.from('{"name":"\\ud800"}')],
    ["half a surrogate pair as a key", Buffer.from('{"\\\\\\udc00":1}')],
  ])("of %s is malformed", (_name, body) => {
    expect(() => parseJsonBody(body)).toThrow(expect.objectContaining({ code: "malformed-json" }));
  });

  test("with a repeated member is invalid", () => {
    expect(() => parseJsonBody(Buffer.from('{"name":"a","name":"a"}'))).toThrow(
      expect.objectContaining({
        code: "invalid-request",
        options: { errors: [{ pointer: "/name", message: "is given more than once" }] },
      }),
    );
  });
});
