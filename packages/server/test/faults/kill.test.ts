import { engines } from "../engines.ts";
import { testKills } from "./test-kills.ts";

testKills(engines, 1);
