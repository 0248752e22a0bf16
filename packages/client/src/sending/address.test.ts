import { afterEach, expect, test, vi } from "vitest";
import { InvalidArgumentError } from "../errors/errors.ts";
import { createPathSerializer, normalizeBaseUrl, serializeQuery } from "./address.ts";

const serializePath = createPathSerializer("http://a.example/computers/{computerId}/install-deps");
const pathOf = (computerId: unknown) => serializePath(() => computerId);

test.each([
  ["cmp_1", "cmp_1"],
  ["a/../b", "a%2F..%2Fb"],
  ["%2e%2e", "%252e%252e"],
  ["...", "..."],
  ["a b?c#d", "a%20b%3Fc%23d"],
  ["$&$1", "%24%26%241"],
  [5, "5"],
  ["ü😀", "%C3%BC%F0%9F%98%80"],
])("%j is sent as %s", (computerId, encoded) => {
  const path = pathOf(computerId);
  expect(path).toBe(`http://a.example/computers/${encoded}/install-deps`);
  expect(new URL(path).pathname).toBe(`/computers/${encoded}/install-deps`);
});

test.each(["", ".", "..", undefined, null, Number.NaN, {}, "\ud800"])("%j is refused", (computerId) => {
  expect(() => pathOf(computerId)).toThrow(InvalidArgumentError);
});

test("an address without parameters stays as it is, and parameters keep their order", () => {
  const values: Record<string, string> = { b: "2", a: "1" };
  expect(createPathSerializer("http://a.example/computers")(() => "x")).toBe("http://a.example/computers");
  expect(createPathSerializer("/{a}/{b}")((name) => values[name])).toBe("/1/2");
});

test.each<[Record<string, unknown>, string]>([
  [{}, ""],
  [{ a: "" }, "?a="],
  [{ a: undefined }, ""],
  [{ a: 1, b: false, c: "x y&z" }, "?a=1&b=false&c=x%20y%26z"],
  [{ "a[b]": "ü" }, "?a%5Bb%5D=%C3%BC"],
  [{ ids: ["a", "b"] }, "?ids=a&ids=b"],
])("%j is written as %s", (query, text) => {
  expect(serializeQuery(query, Object.keys(query))).toBe(text);
});

test.each([
  ["\ud800", "String"],
  [null, "Null"],
  [{}, "Object"],
  [new Date(), "Date"],
  [[null], "Null"],
  [["a", ["b"]], "Array"],
  [Symbol("s"), "Symbol"],
  [Number.NaN, "NaN"],
])("the value %j is refused with its name and its class", (value, got) => {
  expect(() => serializeQuery({ hostId: value }, ["hostId"])).toThrow(
    new InvalidArgumentError(`hostId must be Unicode text, a number or a boolean; got ${got}`),
  );
});

test("an empty list, which would not restrict anything, is refused", () => {
  expect(() => serializeQuery({ ids: [] }, ["ids"])).toThrow("ids must be a list that is not empty");
});

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  ["https://a.example", "https://a.example"],
  ["https://a.example/", "https://a.example"],
  [new URL("https://a.example/x"), "https://a.example/x"],
  ["HTTPS://A.example:443//x//y//", "https://a.example/x/y"],
  ["http://a.example/x/../y", "http://a.example/y"],
  ["http://a.example/@x", "http://a.example/@x"],
  ["http://[::1]:4010", "http://[::1]:4010"],
])("%s becomes %s", (given, normal) => {
  expect(normalizeBaseUrl(given, "baseUrl")).toBe(normal);
});

/** Texts that are not addresses, or that `URL` would read as something else. */
const noAddresses = ["", "localhost:4010", "127.0.0.1:4010", "a.example"];

test.each([
  ...noAddresses,
  "/api",
  "./api",
  "//a.example",
  "https://a.example/a b",
  "https://a.example\n",
  "user:secret:a.example",
  "ftp://a.example",
  "http:a.example",
  "https://",
  "https://a.example:99999",
  "https://a.example?key=secret",
  "https://a.example/#secret",
  "https://a.example/{id}",
  "https://user:secret@a.example",
  "https:///user:secret@a.example",
  "user:secret@a.example",
  "https://\\user:secret@a.example",
  "https:\\\\a.example",
  "https://a.example/id}",
  undefined,
  null,
  4010,
  new URL("https://user:secret@a.example"),
  new URL("https://a.example?key=secret"),
])("%j is refused without being repeated", (given) => {
  const rule = "COMPUTE_HOST_URL must be an http(s) address of a host and a path, without spaces";
  const got = typeof given === "number" ? given : {}.toString.call(given).slice(8, -1);
  expect(() => normalizeBaseUrl(given, "COMPUTE_HOST_URL")).toThrow(
    new InvalidArgumentError(`${rule}; got ${got}`),
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

test.each(noAddresses)("on a page, %j is refused", (given) => {
  vi.stubGlobal("location", { href: "https://page.example/app/" });
  expect(() => normalizeBaseUrl(given, "baseUrl")).toThrow(InvalidArgumentError);
});

test("a page that was opened from a file cannot complete a path", () => {
  vi.stubGlobal("location", { href: "file:///home/index.html" });
  expect(() => normalizeBaseUrl("/api", "baseUrl")).toThrow(InvalidArgumentError);
});
