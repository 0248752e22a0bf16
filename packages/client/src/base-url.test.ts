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
  expect(normalizeBaseUrl(given, "baseUrl")).toBe(normal);
});

test.each([
  "",
  "localhost:4010",
  "127.0.0.1:4010",
  "a.example",
  "user:secret:a.example",
  "/api",
  "./api",
  "//a.example",
  "ftp://a.example",
  "http:a.example",
  "https://",
  "https://a.example:99999",
  "https://a.example?key=secret",
  "https://a.example/#secret",
  "https://a.example/{id}",
  "https://a.example/id}",
  "https://user:secret@a.example",
  "https:///user:secret@a.example",
  "https://\\user:secret@a.example",
  "https:\\\\a.example",
  "user:secret@a.example",
  "https://a.example/a b",
  "https://a.example\n",
  undefined,
  null,
  4010,
  new URL("https://a.example"),
])("%j is refused without being repeated", (given) => {
  expect(() => normalizeBaseUrl(given, "COMPUTE_HOST_URL")).toThrow(
    new InvalidArgumentError(
      "COMPUTE_HOST_URL must be an http(s) address with only a host and a path, without spaces",
    ),
  );
});

test.each([
  ["/api/", "https://page.example/api"],
  ["./api", "https://page.example/app/api"],
  ["//b.example", "https://b.example"],
  ["https://a.example", "https://a.example"],
])("on a page, %s becomes %s", (given, normal) => {
  vi.stubGlobal("location", { href: "https://page.example/app/?query#fragment" });
  expect(normalizeBaseUrl(given, "baseUrl")).toBe(normal);
});

test.each(["", "localhost:4010", "127.0.0.1:4010", "a.example"])("on a page, %j is refused", (given) => {
  vi.stubGlobal("location", { href: "https://page.example/app/" });
  expect(() => normalizeBaseUrl(given, "baseUrl")).toThrow(InvalidArgumentError);
});

test("a page that was opened from a file has no address to complete a path", () => {
  vi.stubGlobal("location", { href: "file:///home/index.html" });
  expect(() => normalizeBaseUrl("/api", "baseUrl")).toThrow(InvalidArgumentError);
});
