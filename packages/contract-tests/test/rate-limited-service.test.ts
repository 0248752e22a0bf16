import { rateLimitCases } from "../src/cases/rate-limits.ts";
import { defineSuite } from "../src/define-suite.ts";
import { startLimitedServiceTarget } from "../src/targets/service-target.ts";

await defineSuite(startLimitedServiceTarget, rateLimitCases);
