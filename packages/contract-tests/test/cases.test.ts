import { expect, test } from "vitest";
import { allCases } from "../src/cases/all-cases.ts";
import { loadApi } from "../src/openapi/load-api.ts";

const cases = allCases(loadApi());

test("no two cases have the same title", () => {
  const titles = cases.map(({ title }) => title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});
