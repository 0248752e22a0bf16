import { expect, test } from "vitest";
import { excerpt } from "./excerpt.ts";

const computers = Array.from({ length: 9 }, (_, index) => ({
  id: `${400 + index}`,
  name: "x".repeat(90),
  status: "active",
}));
const body = JSON.stringify({ computers });

test("a long body is cut around the member of the record that a failure names", () => {
  expect(excerpt(body, ["405", "status"])).toMatch(/^\.\.\.x+","status":"active"\},\{"id":"406".*\.\.\.$/);
  expect(excerpt(body, ["none"])).toMatch(/^\{"computers":\[\{"id":"400".*\.\.\.$/);
  expect(excerpt("short", ["none"])).toBe("short");
});
