import { describe, expect, test } from "vitest";
import { parseJsonBody } from "./request-body.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("a body", () => {
  test.each([
    ['{"name":"größe"}', { name: "größe" }],
    ['{"name":"\\ud83d\\ude80 \\\\ud83d"}', { name: "🚀 \\ud83d" }],
    [" [1] ", [1]],
  ])("is parsed: %s", (text, value) => {
    expect(parseJsonBody(bytes(text))).toEqual(value);
  });

  test.each([
    ["nothing", bytes("")],
    ["half a text", bytes('{"name":')],
    ["two texts", bytes("{} {}")],
    ["a byte order mark", bytes("\ufeff{}")],
    ["bytes that are not UTF-8", Uint8Array.of(0x22, 0xc3, 0x28, 0x22)],
    ["UTF-16", Uint8Array.of(0x7b, 0, 0x7d, 0)],
    ["half a surrogate pair", bytes('{"name":"\\ud800"}')],
    ["half a surrogate pair as a key", bytes('{"\\\\\\udc00":1}')],
  ])("of %s is malformed", (_name, body) => {
    expect(() => parseJsonBody(body)).toThrow(expect.objectContaining({ code: "malformed-json" }));
  });

  test.each([
    ["a repeated member", '{"name":"a","name":"a"}', "/name", "is given more than once"],
    [
      "deep nesting",
      `${"[".repeat(65)}${"]".repeat(65)}`,
      "/0".repeat(64),
      "is nested deeper than 64 levels",
    ],
  ])("with %s is invalid", (_name, text, pointer, message) => {
    expect(() => parseJsonBody(bytes(text))).toThrow(
      expect.objectContaining({ code: "invalid-request", options: { errors: [{ pointer, message }] } }),
    );
  });
});
