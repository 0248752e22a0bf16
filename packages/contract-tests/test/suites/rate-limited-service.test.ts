import { rateLimitCases } from "../../src/cases/generic/rate-limits.ts";
import { startLimitedServiceTarget } from "../targets/service-target.ts";
import { defineSuite } from "./define-suite.ts";

await defineSuite(startLimitedServiceTarget, rateLimitCases, []);
