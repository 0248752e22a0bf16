import { serviceSuites } from "./service-suites.ts";
import { testSuites } from "./test-suites.ts";

await testSuites(serviceSuites);
