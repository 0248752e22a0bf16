import { describeEngines } from "../describe-engines.ts";
import { oldestEngines } from "../engines.ts";
import { testStorage } from "../storage/test-storage.ts";

describeEngines(oldestEngines, testStorage);
