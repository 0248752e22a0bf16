import { describeEngines } from "@compute-host/server/describe-engines";
import { oldestEngines } from "@compute-host/server/test-engines";
import { serviceSuite, storageCases } from "../conformance/service-suites.ts";
import { testSuites } from "../conformance/test-suites.ts";

describeEngines(oldestEngines, async (engine) => {
  await testSuites([serviceSuite(engine, storageCases)]);
});
