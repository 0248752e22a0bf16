import { listOf, objectOf } from "@compute-host/openapi";
import { afterAll, expect, test, vi } from "vitest";
import { description } from "../src/openapi/description.ts";

afterAll(() => {
  vi.doUnmock("../src/openapi/description.ts");
  vi.resetModules();
});

test("the bugs of reading know a parameter and a property as soon as the description has them", async () => {
  const document = structuredClone(description);
  const list = objectOf(objectOf(objectOf(document.paths)["/api/v0/computers"]).get);
  (listOf(list.parameters) as unknown[]).push({ name: "added", in: "query", schema: { type: "string" } });
  const { ComputerUpdate } = objectOf(objectOf(document.components).schemas);
  Object.assign(objectOf(objectOf(ComputerUpdate).properties), { note: { type: "string" } });
  vi.resetModules();
  vi.doMock("../src/openapi/description.ts", () => ({ description: document }));
  const { bugs } = await import("../reference/bugs/bugs.ts");
  const changed = (id: string, pair: readonly [string, string]) => {
    const run = bugs.find((one) => one.id === id)?.run as (pairs: unknown, exchange: object) => unknown;
    return run([pair], {});
  };
  expect(changed("query-name-case-ignored", ["ADDED", "x"])).toEqual([["added", "x"]]);
  expect(changed("property-name-case-ignored", ["NOTE", "x"])).toEqual([["note", "x"]]);
});
