import { describeEngines } from "../describe-engines.ts";
import { engines } from "../engines.ts";
import { testStorage } from "./test-storage.ts";

describeEngines(engines, testStorage);
