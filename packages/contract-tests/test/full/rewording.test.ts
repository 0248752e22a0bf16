import { expect, test } from "vitest";
import { allCases } from "../../src/cases/all-cases.ts";
import { loadApi } from "../../src/openapi/load-api.ts";
import { otherWords, withWords } from "../changed-spec.ts";

const api = loadApi();
const cases = allCases(api).map(({ title, rules }) => ({ title, rules }));

test.each([...api.rules.values()])("rewording $id changes no case", (rule) => {
  expect(allCases(withWords([rule], otherWords)).map(({ title, rules }) => ({ title, rules }))).toEqual(
    cases,
  );
});
