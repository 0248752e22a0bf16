import { allCases } from "../../src/cases/all-cases.ts";
import { serviceLacks } from "../targets/lacks.ts";
import { startServiceTarget } from "../targets/service-target.ts";
import { defineSuite } from "./define-suite.ts";

await defineSuite(startServiceTarget, allCases, [...new Set(Object.values(serviceLacks))]);
