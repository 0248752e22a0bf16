import { defineSuite } from "../src/define-suite.ts";
import { remoteTarget } from "../src/targets/remote-target.ts";

await defineSuite(async () => remoteTarget(process.env));
