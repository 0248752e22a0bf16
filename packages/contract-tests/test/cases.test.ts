import { expect, test } from "vitest";
import { allCases } from "../src/cases/all-cases.ts";
import { checkNames } from "../src/conformance/check-names.ts";
import { responseChecks } from "../src/conformance/response-checks.ts";
import { loadApi } from "../src/openapi/load-api.ts";

const api = loadApi();
const cases = allCases(api);

test("no two cases have the same title", () => {
  const titles = cases.map(({ title }) => title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test("every case names a rule that requires it", () => {
  expect(cases.filter(({ rules }) => rules.length === 0).map(({ title }) => title)).toEqual([]);
});

test("every check is made by a case or on every response", () => {
  const observed = ["unique_request_id", "consistent_records", "problem_describes_response"];
  const made = new Set([
    ...Object.keys(responseChecks),
    ...observed,
    ...cases.flatMap(({ checks }) => checks),
  ]);
  expect([...made].toSorted()).toEqual([...checkNames].toSorted());
});
