import { allCases } from "../../src/cases/all-cases.ts";
import { testSuites } from "../conformance/test-suites.ts";
import { startFakeTarget } from "../targets/fake-target.ts";
import { fakeLacks } from "../targets/lacks.ts";

await testSuites([
  { name: "fake", start: () => startFakeTarget(), casesOf: allCases, leftOut: Object.values(fakeLacks) },
]);
