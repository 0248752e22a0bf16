import { expect, test } from "vitest";
import { normalizeBaseUrl } from "./config.ts";
import { InvalidArgumentError } from "./errors.ts";

test.each([
  ["https://a.example", "https://a.example"],
  ["https://a.example/", "https://a.example"],
  ["HTTPS://A.example:443//x//y//", "https://a.example/x/y"],
  ["http://a.example/x/../y", "http://a.example/y"],
  ["http://[::1]:4010", "http://[::1]:4010"],
])("%s becomes %s", (given, normal) => {
  expect(normalizeBaseUrl(given)).toBe(normal);
});

test.each([
  "",
  "a.example",
  "/api",
  "ftp://a.example",
  "https://a.example?key=1",
  "https://a.example#x",
  "https://a.example/{id}",
  "https://user:secret@a.example",
  "https://a.example/a b",
  undefined,
  new URL("https://a.example"),
])("%j is refused without being repeated", (given) => {
  expect(() => normalizeBaseUrl(given as string)).toThrow(InvalidArgumentError);
  expect(() => normalizeBaseUrl(given as string)).not.toThrow(/secret/);
});
