import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { isMalformed } from "./malformed-request.ts";

/** A request as Node.js reads it; of a repeated field, `headers` has one value. */
const requestOf = (fields: readonly (readonly [string, string])[], httpVersion = "1.1") =>
  ({
    httpVersion,
    rawHeaders: fields.flat(),
    headers: Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value])),
  }) as Partial<IncomingMessage> as IncomingMessage;
const host = ["Host", "a"] as const;

test.each([
  [[host]],
  [[["host", "compute-host.example:4010"]]],
  [[["HOST", "[::1]:4010"]]],
  [[["Host", ""]]],
  [[host, ["Transfer-Encoding", "Chunked"]]],
  [[host, ["Authorization", "a"], ["Content-Type", "b"], ["Prefer", "c"], ["Prefer", "d"]]],
  // Only the name of a field counts.
  [[host, ["X-A", "host"], ["X-B", "authorization"], ["Date", "a"], ["Link", "b"]]],
] as const)("a request with %j is well formed", (fields) => {
  expect(isMalformed(requestOf(fields))).toBe(false);
});

test.each([
  [[]],
  [[["Host", "a b"]]],
  [[["Host", "a/b"]]],
  [[["Host", "ö"]]],
  [[host, ["hOST", "a"]]],
  [[host, ["Authorization", "a"], ["authorization", "a"]]],
  [[host, ["Content-Type", "a"], ["content-type", "a"]]],
  [[host, ["Transfer-Encoding", "gzip"]]],
  [[host, ["Transfer-Encoding", "gzip, chunked"]]],
] as const)("a request with %j is malformed", (fields) => {
  expect(isMalformed(requestOf(fields))).toBe(true);
});

test.each([
  ["1.0", false],
  ["2.0", true],
  ["0.9", true],
])("a request by HTTP/%s without Host: malformed is %s", (version, expected) => {
  expect(isMalformed(requestOf([], version))).toBe(expected);
});
