import { allCases } from "../../src/cases/all-cases.ts";
import { startFakeTarget } from "../targets/fake-target.ts";
import { fakeLacks } from "../targets/lacks.ts";
import { defineSuite } from "./define-suite.ts";

await defineSuite(startFakeTarget, allCases, [...new Set(Object.values(fakeLacks))]);
