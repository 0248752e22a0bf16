import { afterEach, expect, test, vi } from "vitest";
import { normalizeBaseUrl } from "./base-url.ts";
import { InvalidArgumentError } from "./errors.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ["https://a.example", "https://a.example"],
  ["https://a.example/", "https://a.example"],
  ["HTTPS://A.example:443//x//y//", "https://a.example/x/y"],
  ["http://a.example/x/../y", "http://a.example/y"],
  ["http://a.example/@x", "http://a.example/@x"],
  ["http://[::1]:4010", "http://[::1]:4010"],
])("%s becomes %s", (given, normal) => {
  expect(normalizeBaseUrl(given)).toBe(normal);
});

const noScheme = "must begin with http:// or https:// and a host";

/** Refused values, and what their message says. */
const refused: readonly [unknown, string][] = [
  ["", "is empty"],
  ["localhost:4010", noScheme],
  ["127.0.0.1:4010", noScheme],
  ["a.example", noScheme],
  ["user:secret:a.example", noScheme],
  ["/api", noScheme],
  ["./api", noScheme],
  ["//a.example", noScheme],
  ["ftp://a.example", noScheme],
  ["http:a.example", noScheme],
  ["https://", noScheme],
  ["https://a.example:99999", noScheme],
  ["https://a.example?key=secret", 'must not have "?"'],
  ["https://a.example/#secret", 'must not have "#"'],
  ["https://a.example/{id}", 'must not have "{"'],
  ["https://a.example/id}", 'must not have "}"'],
  ["https://user:secret@a.example", 'must not have "@"'],
  ["https:///user:secret@a.example", 'must not have "@"'],
  ["https://\\user:secret@a.example", 'must not have "@"'],
  ["https:\\\\a.example", 'must not have "\\"'],
  ["user:secret@a.example", noScheme],
  ["https://a.example/a b", 'must not have " "'],
  ["https://a.example\n", 'must not have " "'],
  [undefined, "must be a string"],
  [null, "must be a string"],
  [4010, "must be a string"],
  [new URL("https://a.example"), "must be a string"],
];

test.each(refused)("%j is refused without being repeated: %s", (given, why) => {
  expect(() => normalizeBaseUrl(given, "COMPUTE_HOST_URL")).toThrow(
    new InvalidArgumentError(`COMPUTE_HOST_URL ${why}`),
  );
});

test.each([
  ["/api/", "https://page.example/api"],
  ["./api", "https://page.example/app/api"],
  ["//b.example", "https://b.example"],
  ["https://a.example", "https://a.example"],
])("on a page, %s becomes %s", (given, normal) => {
  vi.stubGlobal("location", { href: "https://page.example/app/?query#fragment" });
  expect(normalizeBaseUrl(given)).toBe(normal);
});

test.each(["", "localhost:4010", "127.0.0.1:4010", "a.example"])("on a page, %j is refused", (given) => {
  vi.stubGlobal("location", { href: "https://page.example/app/" });
  expect(() => normalizeBaseUrl(given)).toThrow(InvalidArgumentError);
});

test("a page that was opened from a file has no address to complete a path", () => {
  vi.stubGlobal("location", { href: "file:///home/index.html" });
  expect(() => normalizeBaseUrl("/api")).toThrow(noScheme);
});
