import { suites } from "./conformance.ts";
import { testSuites } from "./test-suites.ts";

await testSuites(suites);
