import { defineSuite } from "../src/define-suite.ts";
import { startPrismTarget } from "../src/targets/prism-target.ts";

await defineSuite(startPrismTarget);
