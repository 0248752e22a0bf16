import { describe, expect, test } from "vitest";
import { knownFormats, numberFormats, textFormats } from "./format-names.ts";

const examples: Readonly<Record<string, readonly [valid: readonly string[], invalid: readonly string[]]>> = {
  uuid: [
    ["3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10", "3F0C9A52-6B1E-4F0F-9D1C-2A7C5E8B4D10"],
    ["urn:uuid:3f0c9a52-6b1e-4f0f-9d1c-2a7c5e8b4d10", "3f0c9a526b1e4f0f9d1c2a7c5e8b4d10"],
  ],
  uri: [
    ["https://a.example/x?y#z", "mailto:a", "a:%20"],
    ["a:", "/x", "https://a b", "a:%2", "a:日", ""],
  ],
  "uri-reference": [
    ["", "/x", "#", "https://a"],
    ["%", "a b", "日"],
  ],
  iri: [
    ["https://日本.example/😀", "a:b"],
    ["日", "a: b", "a:\ue000"],
  ],
  "iri-reference": [
    ["日", "", "/%20"],
    ["a b", "%"],
  ],
  "uri-template": [
    ["/users/{id}", "{?a,b*,c:3}", "{+x}", ""],
    ["{", "{}", "a b", "{a:0}", "}"],
  ],
  date: [
    ["2026-01-31", "2024-02-29"],
    ["2026-02-29", "2026-04-31", "2026-1-01", "2026-13-01", "1900-02-29"],
  ],
  time: [
    ["12:00:00Z", "23:59:60Z", "00:59:60+01:00", "12:00:00.5-23:59"],
    ["12:00:00", "24:00:00Z", "12:00:60Z", "12:00Z", "12:00:00+0100", "12:00:00+24:00"],
  ],
  "date-time": [
    ["2026-01-31T12:00:00Z", "2026-01-31t12:00:00z", "2026-01-31 12:00:00+01:00"],
    ["2026-02-30T12:00:00Z", "2026-01-31", "2026-01-31T12:00:00"],
  ],
  duration: [
    ["P1D", "P1Y2M3DT4H5M6S", "PT0S", "P4W"],
    ["P", "PT", "P1", "1D", "P1W1D", "P1H"],
  ],
  email: [
    ["a@b.example", "a.b+c@localhost", '"a b"@c.example', "a@[127.0.0.1]", "a@[IPv6:::1]"],
    ["a", "@b", "a@", ".a@b", "a..b@c", "a b@c", "a@b_c", "a@[1]"],
  ],
  "idn-email": [
    ["日本@例え.jp", "a@b"],
    ["日本", "日 本@a", "@例え"],
  ],
  hostname: [
    ["a", "a-b.example", "1.2", "xn--p1ai"],
    ["", ".", "a.", "-a", "a-", "a_b", "日本", `${"a".repeat(64)}.b`, `${"a.".repeat(127)}a`],
  ],
  "idn-hostname": [
    ["日本.jp", "a。b", "münchen"],
    ["", "-a", "a b", "a..b", "〮a"],
  ],
  ipv4: [
    ["127.0.0.1", "255.255.255.255"],
    ["1.2.3", "1.2.3.4.5", "256.1.1.1", "01.1.1.1", "1.1.1.1."],
  ],
  ipv6: [
    ["::", "::1", "1:2:3:4:5:6:7:8", "1::8", "::ffff:1.2.3.4", "1:2:3:4:5:6:1.2.3.4"],
    [
      "",
      ":",
      ":::",
      "1::2::3",
      "1:2:3:4:5:6:7",
      "1:2:3:4:5:6:7:8:9",
      "::12345",
      "::1.2.3",
      "1.2.3.4",
      "fe80::1%eth0",
      "1:2:3:4::5:6:7:8",
    ],
  ],
  "json-pointer": [
    ["", "/a~1b/~0", "/"],
    ["a", "/~2", "/~"],
  ],
  "relative-json-pointer": [
    ["0", "1/a", "0#", "2+1/a"],
    ["-1", "01", "a", "/a", "0##"],
  ],
  regex: [
    ["^a+$", "\\p{L}"],
    ["(", "\\Z", "a{1"],
  ],
};

test("every format of JSON Schema has examples", () => {
  expect(Object.keys(examples).toSorted()).toEqual(Object.keys(textFormats).toSorted());
});

describe.each(Object.entries(examples))("%s", (name, [valid, invalid]) => {
  test.each(valid)("matches %j", (text) => expect(textFormats[name]?.test(text)).toBe(true));
  test.each(invalid)("does not match %j", (text) => expect(textFormats[name]?.test(text)).toBe(false));
});

test.each<[string, readonly number[], readonly number[]]>([
  ["int8", [-128, 127], [-129, 128, 0.5]],
  ["int16", [-32768, 32767], [-32769, 32768]],
  ["int32", [-2147483648, 2147483647], [-2147483649, 2147483648, 1.5]],
  ["int64", [-(2 ** 63), 2 ** 62], [2 ** 63, -(2 ** 64), 0.5]],
  ["uint8", [0, 255], [-1, 256]],
  ["uint16", [0, 65535], [-1, 65536]],
  ["uint32", [0, 4294967295], [-1, 4294967296]],
  ["uint64", [0, 2 ** 63], [-1, 2 ** 64]],
  ["double-int", [2 ** 53 - 1], [2 ** 53, 0.5]],
  ["float", [0.1, 3.4e38], [3.5e38, -1e39]],
  ["double", [1e308], [Number.POSITIVE_INFINITY]],
])("%s has the range of its type", (name, valid, invalid) => {
  const format = numberFormats[name];
  expect(valid.filter((value) => !format?.test(value))).toEqual([]);
  expect(invalid.filter((value) => format?.test(value))).toEqual([]);
});

test("each message says what must be", () => {
  const all = [...Object.values(textFormats), ...Object.values(numberFormats)];
  for (const { message } of all) expect(message).toMatch(/^must be an? [A-Za-z]/);
  expect(new Set(knownFormats).size).toBe(knownFormats.length);
});
