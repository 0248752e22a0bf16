import { defineSuite } from "../src/define-suite.ts";
import { startFakeTarget } from "../src/targets/fake-target.ts";

await defineSuite(startFakeTarget);
