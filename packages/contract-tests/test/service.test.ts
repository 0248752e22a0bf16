import { defineSuite } from "../src/define-suite.ts";
import { startServiceTarget } from "../src/targets/service-target.ts";

await defineSuite(startServiceTarget);
