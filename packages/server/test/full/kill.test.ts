import { engines } from "../engines.ts";
import { testKills } from "../faults/test-kills.ts";

testKills(
  engines.filter(({ isShared }) => !isShared),
  20,
);
